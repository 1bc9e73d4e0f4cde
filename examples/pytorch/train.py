"""Trains a small network with DistributedDataParallel."""
import json, os, signal, sys
import torch, torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")                                    # reads RANK, WORLD_SIZE, MASTER_ADDR, MASTER_PORT
rank, world = dist.get_rank(), dist.get_world_size()
checkpoint = os.path.join(os.environ["DUCTILE_CHECKPOINT_DIR"], "model.pt")

torch.manual_seed(1)
inputs = torch.randn(4096, 32)
targets = torch.sin(inputs @ torch.randn(32, 1))
model = torch.nn.Sequential(torch.nn.Linear(32, 512), torch.nn.Tanh(), torch.nn.Linear(512, 512), torch.nn.Tanh(), torch.nn.Linear(512, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
step, total = 0, int(os.environ["DUCTILE_STEPS"])
if os.path.exists(checkpoint):                                     # 1: resumes from the checkpoint
    saved = torch.load(checkpoint)
    step = saved["step"]
    model.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])
replica = DistributedDataParallel(model)

asked, stopping = [], False
signal.signal(signal.SIGTERM, lambda *_: asked.append(True))       # 2: notes that it must stop; before, it ends at once
while step < total and not stopping:
    rows = torch.randint(len(inputs), (1024,), generator=torch.Generator().manual_seed(step))[rank::world]
    loss = torch.nn.functional.mse_loss(replica(inputs[rows]), targets[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    step += 1
    stop = torch.tensor([float(bool(asked))])
    dist.all_reduce(stop, op=dist.ReduceOp.MAX)                    # 3: all workers stop after the same step
    stopping = stop.item() > 0
    if rank == 0:
        print(json.dumps({"step": step, "loss": loss.item()}))     # 4: reports its steps
        if stopping or step % 100 == 0 or step == total:           # 5: saves when it must stop, and now and then
            torch.save({"step": step, "model": model.state_dict(), "optimizer": optimizer.state_dict()}, checkpoint + ".new")
            os.replace(checkpoint + ".new", checkpoint)
            print(json.dumps({"step": step, "checkpoint": step}))

dist.barrier()                                                     # 6: no worker leaves before the others
dist.destroy_process_group()
sys.stdout.flush()                                                 # os._exit does not
os._exit(143 if stopping else 0)                                   # 7: says that it was stopped
