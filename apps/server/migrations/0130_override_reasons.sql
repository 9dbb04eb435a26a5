-- Why promises may be broken on purpose, for a person to choose from; other words are possible besides.
alter table regions
  add column override_reasons text[] not null default array[
    'The passenger asked for it', 'A medical appointment', 'The passenger would be left behind otherwise'];
