-- The data folder in which the tasks of the cluster run; at most one row.
CREATE TABLE data_folder (
  id VARCHAR(64) PRIMARY KEY,
  host VARCHAR(300) NOT NULL,
  path VARCHAR(4000) NOT NULL
);
