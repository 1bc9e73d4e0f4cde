-- The measured use of jobs that are not over. A final record has the use of a job that is over.
CREATE TABLE job_use (
  job VARCHAR(200) PRIMARY KEY,
  record TEXT NOT NULL
);
