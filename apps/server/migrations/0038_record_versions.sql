-- What the trigger of a record's table is told; null for a table without one.
create function audit_told(kind text) returns jsonb language sql stable as $$
  select convert_from(substring(tgargs for length(tgargs) - 1), 'UTF8')::jsonb from pg_trigger
  where tgrelid = to_regclass(quote_ident(kind)) and tgname = 'audit' and tgnargs = 1
$$;

create function audit_record_id(kind text, row_of jsonb) returns text language sql stable as $$
  select string_agg(row_of ->> key, ':') from jsonb_array_elements_text(coalesce(audit_told(kind) -> 'id', '["id"]')) key
$$;

create function audit_record_fields(kind text, row_of jsonb) returns jsonb language sql stable as $$
  select audit_fields(row_of, audit_told(kind))
$$;

-- A record as the audit knows it now; null where it is not.
create function audit_record(kind text, record_id text) returns jsonb language plpgsql stable as $$
declare
  told jsonb := audit_told(kind);
  condition text;
  found jsonb;
begin
  if told is null then
    return null;
  end if;
  select string_agg(format('%I = %L', key, part), ' and ') into condition
    from rows from (jsonb_array_elements_text(coalesce(told -> 'id', '["id"]')), unnest(string_to_array(record_id, ':')))
      as keys(key, part);
  execute format('select audit_fields(to_jsonb(t), $1) from %I t where %s', kind, condition) into found using told;
  return found;
exception when invalid_text_representation or numeric_value_out_of_range then
  return null;
end $$;

create index audit_seals_ids on audit_seals using gist (ids multirange_ops);

-- A deleted record that is restored gets its id back: it is made by the ordinary call, whose checks all hold, and the
-- context names the table and the id.
create function audit_restored_id() returns trigger language plpgsql as $$
declare
  restored jsonb := audit_context() -> 'restored';
begin
  if restored ->> 'kind' = tg_table_name then
    new.id := (restored ->> 'id')::integer;
  end if;
  return new;
end $$;
do $$
declare
  kind text;
begin
  foreach kind in array array['drivers', 'vehicles', 'travelers', 'discounts', 'user_groups', 'user_roles', 'regions', 'zones',
    'service_areas', 'zone_stops', 'service_strategies']
  loop
    execute format('create trigger restored_id before insert on %I for each row
      when (current_setting(''ambit.context'', true) like ''%%"restored":{%%'') execute function audit_restored_id()', kind);
  end loop;
end $$;
