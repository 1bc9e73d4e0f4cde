package dev.ductile.api;

import java.util.AbstractCollection;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one instant in order of arrival, as an immutable list. The next roster shares all
 * unchanged slots with this one. So a new picture of a hundred thousand jobs, and the difference
 * between two pictures, cost only as much as the number of changes.
 */
@SuppressWarnings("ReferenceEquality") // a shared page is unchanged, so identity shows a change
public final class Roster extends AbstractCollection<Job> {
  /** Slots of a page: few enough to copy for one change, enough to keep the index short. */
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

  /** Whether the roster contains the job in exactly this state. */
  public boolean holds(Job job) {
    return slot(job.arrival()) == job;
  }

  /** This roster with the job in the slot of its arrival, in place of its former state. */
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

  /** The jobs of this roster that meet the condition; pages whose jobs all do are shared. */
  public Roster where(Predicate<Job> condition) {
    var kept = new Job[pages.length][];
    int count = 0;
    for (int page = 0; page < pages.length; page++) {
      @Nullable Job[] filtered = where(pages[page], condition);
      kept[page] = filtered;
      count += count(filtered);
    }
    return count == size ? this : new Roster(firstPage, kept, count).trimmed();
  }

  private static @Nullable Job[] where(@Nullable Job[] page, Predicate<Job> condition) {
    @Nullable Job[] kept = page;
    for (int slot = 0; slot < PAGE; slot++) {
      Job job = page[slot];
      if (job != null && !condition.test(job)) {
        kept = kept == page ? page.clone() : kept;
        kept[slot] = null;
      }
    }
    return kept;
  }

  private static int count(@Nullable Job[] page) {
    int count = 0;
    for (@Nullable Job job : page) {
      count += job == null ? 0 : 1;
    }
    return count;
  }

  /**
   * Passes the differences to an earlier roster to the receiver: for each differing slot the job
   * before and the job now. Each is absent if the slot was or is empty.
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

  /** Removes the empty pages at both ends. */
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
