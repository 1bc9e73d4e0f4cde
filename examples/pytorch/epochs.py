"""Trains epochs with DistributedDataParallel, DistributedSampler and DataLoader, and is elastic."""
import itertools, json, os, signal, sys
import torch, torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

BATCH, EPOCHS = 64, 40                                             # examples of a step, of all workers together

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
checkpoint = os.path.join(os.environ["DUCTILE_CHECKPOINT_DIR"], "model.pt")

torch.manual_seed(1)
inputs = torch.randn(4096, 32)
data = TensorDataset(inputs, torch.sin(inputs @ torch.randn(32, 1)))
sampler = DistributedSampler(data)
loader = DataLoader(data, batch_size=BATCH // world, sampler=sampler)    # the batch of all workers keeps its size
model = torch.nn.Sequential(torch.nn.Linear(32, 64), torch.nn.Tanh(), torch.nn.Linear(64, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.002)
step, total = 0, EPOCHS * len(loader)                              # work.total of the scenario is the same number
if os.path.exists(checkpoint):
    saved = torch.load(checkpoint)
    step = saved["step"]
    model.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])
replica = DistributedDataParallel(model)

asked, stopping = [], False
signal.signal(signal.SIGTERM, lambda *_: asked.append(True))
while step < total and not stopping:
    epoch, done = divmod(step, len(loader))
    sampler.set_epoch(epoch)                                       # the same order of examples after a restart
    for x, y in itertools.islice(loader, done, None):              # skips the batches that are done
        loss = torch.nn.functional.mse_loss(replica(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1
        stop = torch.tensor([float(bool(asked))])
        dist.all_reduce(stop, op=dist.ReduceOp.MAX)
        stopping = stop.item() > 0
        if rank == 0:
            print(json.dumps({"step": step, "loss": loss.item()}))
            if stopping or step % len(loader) == 0:                # saves when it must stop, and after each epoch
                torch.save({"step": step, "model": model.state_dict(), "optimizer": optimizer.state_dict()}, checkpoint + ".new")
                os.replace(checkpoint + ".new", checkpoint)
                print(json.dumps({"step": step, "checkpoint": step}))
        if stopping:
            break

dist.barrier()
dist.destroy_process_group()
sys.stdout.flush()
os._exit(143 if stopping else 0)
