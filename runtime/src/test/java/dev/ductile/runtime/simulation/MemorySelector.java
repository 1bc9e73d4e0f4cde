package dev.ductile.runtime.simulation;

import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelectionKey;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Says which sockets in memory are ready, in the order in which they came; it never waits. */
final class MemorySelector extends AbstractSelector {
  private final Set<SelectionKey> keys = new LinkedHashSet<>();

  MemorySelector(SelectorProvider provider) {
    super(provider);
  }

  /** The questions of a selector to a channel in memory. */
  interface Ready {
    /** The operations that would do something now. */
    int ready();
  }

  @Override
  public int selectNow(Consumer<SelectionKey> action) {
    forgetCancelled();
    int ready = 0;
    for (SelectionKey each : new ArrayList<>(keys)) {
      var key = (Key) each;
      if (key.isValid() && key.update()) {
        ready++;
        action.accept(key);
      }
    }
    return ready;
  }

  @Override
  public int select(Consumer<SelectionKey> action, long timeout) {
    return selectNow(action);
  }

  private void forgetCancelled() {
    Set<SelectionKey> cancelled = cancelledKeys();
    for (SelectionKey key : List.copyOf(cancelled)) {
      keys.remove(key);
      deregister((AbstractSelectionKey) key);
    }
    cancelled.clear();
  }

  @Override
  protected SelectionKey register(
      AbstractSelectableChannel channel, int operations, Object attachment) {
    var key = new Key(channel, operations);
    key.attach(attachment);
    keys.add(key);
    return key;
  }

  @Override
  protected void implCloseSelector() {
    keys.clear();
  }

  @Override
  public Set<SelectionKey> keys() {
    return keys;
  }

  @Override
  public Set<SelectionKey> selectedKeys() {
    throw new UnsupportedOperationException("the loop passes an action");
  }

  @Override
  public int selectNow() {
    throw new UnsupportedOperationException("the loop passes an action");
  }

  @Override
  public int select(long timeout) {
    return selectNow();
  }

  @Override
  public int select() {
    return selectNow();
  }

  @Override
  public Selector wakeup() {
    return this;
  }

  private final class Key extends AbstractSelectionKey {
    private final SelectableChannel channel;
    private int interest;
    private int ready;

    Key(SelectableChannel channel, int interest) {
      this.channel = channel;
      this.interest = interest;
    }

    boolean update() {
      ready = ((Ready) channel).ready() & interest;
      return ready != 0;
    }

    @Override
    public SelectableChannel channel() {
      return channel;
    }

    @Override
    public Selector selector() {
      return MemorySelector.this;
    }

    @Override
    public int interestOps() {
      return interest;
    }

    @Override
    public SelectionKey interestOps(int operations) {
      interest = operations;
      return this;
    }

    @Override
    public int readyOps() {
      return ready;
    }
  }
}
