#!/bin/bash
#SBATCH --job-name=from-slurm
#SBATCH --nodes=1-2
#SBATCH --cpus-per-task=1
#SBATCH --time=01:00:00
echo "worker $RANK of $WORLD_SIZE on $DUCTILE_NODE"
sleep 2
