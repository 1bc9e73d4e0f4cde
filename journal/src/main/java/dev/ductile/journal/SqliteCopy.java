package dev.ductile.journal;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Copies of SQLite databases, made while servers write them. */
public final class SqliteCopy {
  private SqliteCopy() {}

  /**
   * Writes the state of a database at one instant into a new file. Writers go on meanwhile.
   *
   * @param target a file that does not exist or is empty
   */
  public static void make(Path database, Path target) {
    DatabaseUrl url = url(database);
    try (Connection connection = DriverManager.getConnection(url.text());
        PreparedStatement copy = connection.prepareStatement("VACUUM INTO ?")) {
      copy.setString(1, target.toString());
      copy.execute();
    } catch (SQLException failure) {
      throw DatabaseException.of(url, "cannot be copied", failure);
    }
  }

  /** Refuses a file that is damaged, or is no database of a server of this version. */
  public static void requireIntact(Path database) {
    DatabaseUrl url = url(database);
    try (Connection connection = DriverManager.getConnection(url.text());
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("PRAGMA quick_check(1)")) {
      String found = result.next() ? result.getString(1) : "nothing";
      if (!"ok".equals(found)) {
        throw DatabaseException.of(url, "is damaged: " + found);
      }
    } catch (SQLException failure) {
      throw DatabaseException.of(url, "cannot be read", failure);
    }
    Database.openForReading(url.text()).close();
  }

  private static DatabaseUrl url(Path database) {
    return DatabaseUrl.of("jdbc:sqlite:" + database);
  }
}
