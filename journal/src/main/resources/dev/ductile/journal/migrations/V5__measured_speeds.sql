-- The speed that each measured job had at its end, for later jobs of the same owner, name and program.
CREATE TABLE measured_speeds (
  job VARCHAR(200) PRIMARY KEY,
  owner VARCHAR(200) NOT NULL,
  name VARCHAR(200) NOT NULL,
  program VARCHAR(64) NOT NULL,
  submitted BIGINT NOT NULL,
  speed TEXT NOT NULL
);
CREATE INDEX measured_speeds_program ON measured_speeds (owner, name, program, submitted);
