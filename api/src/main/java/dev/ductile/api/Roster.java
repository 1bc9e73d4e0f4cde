package dev.ductile.api;

import java.util.AbstractCollection;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one instant in order of arrival. A roster never changes; the next one shares with it
 * all but the few slots that did, so a picture of a hundred thousand jobs costs what changed, and
 * so does the difference between two of them.
 */
@SuppressWarnings("ReferenceEquality") // the very same object is how sharing is told from change
public final class Roster extends AbstractCollection<Job> {
  /** Slots in a page: small enough to copy at a change, large enough to keep the index short. */
  private static final int PAGE = 64;

  public static final Roster EMPTY = new Roster(0, new Job[0][], 0);

  private static final @Nullable Job[] BLANK = new Job[PAGE];

  private final long firstPage;
  private final @Nullable Job[][] pages;
  private final int size;

  private Roster(long firstPage, @Nullable Job[][] pages, int size) {
    this.firstPage = firstPage;
    this.pages = pages;
    this.size = size;
  }

  public static Roster of(Iterable<Job> jobs) {
    Roster roster = EMPTY;
    for (Job job : jobs) {
      roster = roster.with(job);
    }
    return roster;
  }

  @Override
  public int size() {
    return size;
  }

  public Optional<Job> at(long arrival) {
    return Optional.ofNullable(slot(arrival));
  }

  /** Whether exactly this state of the job is on the roster. */
  public boolean holds(Job job) {
    return slot(job.arrival()) == job;
  }

  /** This roster with the job in the slot of its arrival, replacing what was there. */
  public Roster with(Job job) {
    if (slot(job.arrival()) == job) {
      return this;
    }
    boolean isNew = slot(job.arrival()) == null;
    return replaced(job.arrival(), job, size + (isNew ? 1 : 0));
  }

  public Roster without(long arrival) {
    return slot(arrival) == null ? this : replaced(arrival, null, size - 1).trimmed();
  }

  /**
   * Tells what differs from an earlier roster: for each differing slot the job that was there and
   * the job that is, either of them absent where the slot was or is empty.
   */
  public void changesSince(Roster before, BiConsumer<@Nullable Job, @Nullable Job> beforeAndAfter) {
    long from = Math.min(firstPage, before.firstPage);
    long to = Math.max(firstPage + pages.length, before.firstPage + before.pages.length);
    for (long page = from; page < to; page++) {
      @Nullable Job[] was = before.page(page);
      @Nullable Job[] is = page(page);
      if (was == is) {
        continue;
      }
      for (int slot = 0; slot < PAGE; slot++) {
        if (was[slot] != is[slot]) {
          beforeAndAfter.accept(was[slot], is[slot]);
        }
      }
    }
  }

  @Override
  public void forEach(Consumer<? super Job> action) {
    for (@Nullable Job[] page : pages) {
      for (@Nullable Job job : page) {
        if (job != null) {
          action.accept(job);
        }
      }
    }
  }

  @Override
  public Iterator<Job> iterator() {
    return new Iterator<>() {
      private int at = -1;
      private @Nullable Job next = advance();

      private @Nullable Job advance() {
        while (++at < pages.length * PAGE) {
          @Nullable Job job = pages[at / PAGE][at % PAGE];
          if (job != null) {
            return job;
          }
        }
        return null;
      }

      @Override
      public boolean hasNext() {
        return next != null;
      }

      @Override
      public Job next() {
        Job job = next;
        if (job == null) {
          throw new NoSuchElementException();
        }
        next = advance();
        return job;
      }
    };
  }

  private @Nullable Job slot(long arrival) {
    return page(arrival / PAGE)[(int) (arrival % PAGE)];
  }

  private @Nullable Job[] page(long page) {
    return page < firstPage || page >= firstPage + pages.length
        ? BLANK
        : pages[(int) (page - firstPage)];
  }

  private Roster replaced(long arrival, @Nullable Job job, int newSize) {
    long page = arrival / PAGE;
    long from = pages.length == 0 ? page : Math.min(firstPage, page);
    long to = pages.length == 0 ? page + 1 : Math.max(firstPage + pages.length, page + 1);
    var copy = new Job[Math.toIntExact(to - from)][];
    Arrays.fill(copy, BLANK);
    System.arraycopy(
        pages, 0, copy, (int) (firstPage - from) * Integer.signum(pages.length), pages.length);
    var changed = page(page).clone();
    changed[(int) (arrival % PAGE)] = job;
    copy[(int) (page - from)] = changed;
    return new Roster(from, copy, newSize);
  }

  /** Without the empty pages at its two ends. */
  private Roster trimmed() {
    if (size == 0) {
      return EMPTY;
    }
    int from = 0;
    int to = pages.length;
    while (isBlank(pages[from])) {
      from++;
    }
    while (isBlank(pages[to - 1])) {
      to--;
    }
    return from == 0 && to == pages.length
        ? this
        : new Roster(firstPage + from, Arrays.copyOfRange(pages, from, to), size);
  }

  private static boolean isBlank(@Nullable Job[] page) {
    for (@Nullable Job job : page) {
      if (job != null) {
        return false;
      }
    }
    return true;
  }
}
