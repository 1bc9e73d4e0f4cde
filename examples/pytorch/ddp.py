"""Trains a small network with DistributedDataParallel."""
import json
import torch, torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")                                    # reads RANK, WORLD_SIZE, MASTER_ADDR, MASTER_PORT
rank, world = dist.get_rank(), dist.get_world_size()

torch.manual_seed(1)
inputs = torch.randn(4096, 32)
targets = torch.sin(inputs @ torch.randn(32, 1))
model = torch.nn.Sequential(torch.nn.Linear(32, 512), torch.nn.Tanh(), torch.nn.Linear(512, 512), torch.nn.Tanh(), torch.nn.Linear(512, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
step, total = 0, 1500
replica = DistributedDataParallel(model)

while step < total:
    rows = torch.randint(len(inputs), (1024,), generator=torch.Generator().manual_seed(step))[rank::world]
    loss = torch.nn.functional.mse_loss(replica(inputs[rows]), targets[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    step += 1
    if rank == 0:
        print(json.dumps({"step": step, "loss": loss.item()}))

if rank == 0:
    torch.save(model.state_dict(), "model.pt")
dist.destroy_process_group()
