package dev.ductile.journal;

import com.zaxxer.hikari.HikariConfig;
import java.time.Duration;
import java.util.Map;

/**
 * The settings of one pool of connections.
 *
 * @param most connections at the same time
 * @param properties of the driver
 * @param first the statement that each new connection begins with; may be empty
 */
record ConnectionSettings(String name, int most, Map<String, String> properties, String first) {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  HikariConfig pool(DatabaseUrl url) {
    var pool = new HikariConfig();
    pool.setPoolName(name);
    pool.setJdbcUrl(url.text());
    pool.setMaximumPoolSize(most);
    pool.setMinimumIdle(1);
    pool.setAutoCommit(false);
    pool.setConnectionTimeout(LONGEST_WAIT.toMillis());
    properties.forEach(pool::addDataSourceProperty);
    if (!first.isEmpty()) {
      pool.setConnectionInitSql(first);
      pool.setIsolateInternalQueries(true);
    }
    return pool;
  }
}
