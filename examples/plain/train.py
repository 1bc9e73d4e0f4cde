"""Fits a line by gradient descent. Each worker takes its share of the examples; worker 0 adds up."""
import json, os, random, signal, sys, time
from multiprocessing.connection import Client, Listener

rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
address = os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"])
key = os.environ["DUCTILE_TOKEN"].encode()
total = int(os.environ["DUCTILE_STEPS"])
checkpoint = os.path.join(os.environ["DUCTILE_CHECKPOINT_DIR"], "line.json")

def connect():
    """Worker 0 accepts the others; the others wait for worker 0, ten seconds at most."""
    if rank == 0:
        listener = Listener(address, backlog=world, authkey=key)
        return [listener.accept() for _ in range(world - 1)]
    for _ in range(100):
        try:
            return [Client(address, authkey=key)]
        except ConnectionRefusedError:
            time.sleep(0.1)
    sys.exit("worker 0 does not answer")

def save(step, a, b):
    with open(checkpoint + ".new", "w") as file:
        json.dump({"step": step, "a": a, "b": b}, file)
    os.replace(checkpoint + ".new", checkpoint)

random.seed(1)
examples = [(x, 3 * x + 1 + random.gauss(0, 0.1)) for x in (random.uniform(-1, 1) for _ in range(1000))]
mine = examples[rank::world]
state = {"step": 0, "a": 0.0, "b": 0.0}
if os.path.exists(checkpoint):
    state = json.load(open(checkpoint))
step, a, b = state["step"], state["a"], state["b"]
peers, stopping = connect(), False  # until here, SIGTERM ends the process at once: no step would be lost
asked = []  # to stop; worker 0 decides after which step all workers do
signal.signal(signal.SIGTERM, lambda *_: asked.append(True))

while step < total and not stopping:
    time.sleep(0.2 / world)  # stands for a computation that takes 0.2 s with one worker
    errors = [(a * x + b - y, x) for x, y in mine]
    sums = [sum(e * x for e, x in errors), sum(e for e, _ in errors), sum(e * e for e, _ in errors)]
    if rank == 0:
        for peer in peers:
            sums = [one + other for one, other in zip(sums, peer.recv())]
        a, b = a - 0.5 * sums[0] / len(examples), b - 0.5 * sums[1] / len(examples)
        stopping = bool(asked)
        for peer in peers:
            peer.send((a, b, stopping))
    else:
        peers[0].send(sums)
        a, b, stopping = peers[0].recv()
    step += 1
    if rank == 0:
        print(json.dumps({"step": step, "loss": sums[2] / len(examples)}))
        if step % 20 == 0 or step == total or stopping:
            save(step, a, b)
            print(json.dumps({"step": step, "checkpoint": step}))

sys.exit(143 if step < total else 0)
