-- The same statements create the tables in SQLite and in PostgreSQL. Times are milliseconds since 1970, texts with
-- structure are JSON.

-- The journal: each row is a batch of events, durable as a whole. Events are numbered from 1 without a gap.
CREATE TABLE events (
  first_event BIGINT PRIMARY KEY,
  event_count BIGINT NOT NULL,
  written BIGINT NOT NULL,
  lease_epoch BIGINT NOT NULL,
  batch TEXT NOT NULL
);

-- A snapshot is the state after an event. It is complete when its row is here, after all of its parts.
CREATE TABLE snapshots (
  last_event BIGINT PRIMARY KEY,
  written BIGINT NOT NULL,
  parts BIGINT NOT NULL
);

CREATE TABLE snapshot_parts (
  last_event BIGINT NOT NULL,
  part BIGINT NOT NULL,
  kind VARCHAR(64) NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (last_event, part)
);

-- The server that may append to the journal.
CREATE TABLE leases (
  name VARCHAR(64) PRIMARY KEY,
  owner VARCHAR(200) NOT NULL,
  epoch BIGINT NOT NULL,
  expires BIGINT NOT NULL
);

-- The decision log.
CREATE TABLE decisions (
  number BIGINT PRIMARY KEY,
  at BIGINT NOT NULL,
  policy VARCHAR(1000) NOT NULL,
  record TEXT NOT NULL
);
CREATE INDEX decisions_at ON decisions (at);

-- The final record of each job that is over.
CREATE TABLE ended_jobs (
  id VARCHAR(200) PRIMARY KEY,
  name VARCHAR(200) NOT NULL,
  owner VARCHAR(200) NOT NULL,
  queue VARCHAR(200) NOT NULL,
  state VARCHAR(20) NOT NULL,
  submitted BIGINT NOT NULL,
  ended BIGINT NOT NULL,
  record TEXT NOT NULL
);
CREATE INDEX ended_jobs_ended ON ended_jobs (ended);
CREATE INDEX ended_jobs_owner ON ended_jobs (owner, ended);
CREATE INDEX ended_jobs_queue ON ended_jobs (queue, ended);

-- The job file that a user submitted.
CREATE TABLE job_files (
  id VARCHAR(200) PRIMARY KEY,
  file TEXT NOT NULL
);

-- Measurements of running jobs.
CREATE TABLE samples (
  job VARCHAR(200) NOT NULL,
  at BIGINT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (job, at)
);
CREATE INDEX samples_at ON samples (at);

-- Access tokens; only a hash of the secret is stored.
CREATE TABLE tokens (
  id VARCHAR(64) PRIMARY KEY,
  hash VARCHAR(200) NOT NULL UNIQUE,
  name VARCHAR(200) NOT NULL,
  principal VARCHAR(200) NOT NULL,
  role VARCHAR(20) NOT NULL,
  queues TEXT NOT NULL,
  created BIGINT NOT NULL,
  expires BIGINT,
  last_used BIGINT,
  revoked BIGINT
);

-- The audit log.
CREATE TABLE audit (
  number BIGINT PRIMARY KEY,
  at BIGINT NOT NULL,
  principal VARCHAR(200) NOT NULL,
  source VARCHAR(200) NOT NULL,
  action VARCHAR(200) NOT NULL,
  target VARCHAR(1000) NOT NULL,
  outcome VARCHAR(1000) NOT NULL
);
CREATE INDEX audit_at ON audit (at);
