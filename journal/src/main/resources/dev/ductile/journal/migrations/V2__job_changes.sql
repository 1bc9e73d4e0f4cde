-- The changes of jobs that are no longer in memory: all of jobs that are over, the older ones of active jobs. The changes
-- of a job are numbered from 0; each row has consecutive ones as a JSON array.
CREATE TABLE job_changes (
  job VARCHAR(200) NOT NULL,
  first BIGINT NOT NULL,
  at BIGINT NOT NULL,
  changes TEXT NOT NULL,
  PRIMARY KEY (job, first)
);
CREATE INDEX job_changes_at ON job_changes (at);
