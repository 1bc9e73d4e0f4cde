package dev.ductile.runtime.lifecycle;

/** A current state; every change is checked. */
public final class StateMachine<E extends Enum<E>> {
  private final Transitions<E> transitions;
  private E state;

  public StateMachine(Transitions<E> transitions, E first) {
    this.transitions = transitions;
    state = first;
  }

  public E state() {
    return state;
  }

  public boolean is(E wanted) {
    return state == wanted;
  }

  /** Changes the state. */
  public void to(E next) {
    state = transitions.change(state, next);
  }
}
