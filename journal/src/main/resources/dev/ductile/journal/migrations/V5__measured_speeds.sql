-- The measured speed that each job had at its end, for later jobs. The job that was measured is another one if the rates
-- of the job were those that it started with.
CREATE TABLE measured_speeds (
  job VARCHAR(200) PRIMARY KEY,
  measured VARCHAR(200) NOT NULL,
  owner VARCHAR(200) NOT NULL,
  name VARCHAR(200) NOT NULL,
  program VARCHAR(64) NOT NULL,
  submitted BIGINT NOT NULL,
  speed TEXT NOT NULL
);
CREATE INDEX measured_speeds_program ON measured_speeds (owner, name, program, submitted);
