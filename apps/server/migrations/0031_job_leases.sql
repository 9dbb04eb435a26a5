-- The process that runs a job: only it renews and gives back its claim, also when another one has taken the job since.
alter table jobs add column claimed_by text;
