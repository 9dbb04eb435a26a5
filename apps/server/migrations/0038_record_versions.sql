-- A record as the audit knows it now; null where it is not.
create function audit_record(record_kind text, record_id text) returns jsonb language plpgsql stable as $$
declare
  told jsonb;
  condition text;
  found jsonb;
begin
  select convert_from(substring(tgargs for length(tgargs) - 1), 'UTF8')::jsonb into told from pg_trigger
    where tgrelid = to_regclass(quote_ident(record_kind)) and tgname = 'audit' and tgnargs = 1;
  if told is null then
    return null;
  end if;
  select string_agg(format('%I = %L', key, part), ' and ') into condition
    from rows from (jsonb_array_elements_text(coalesce(told -> 'id', '["id"]')), unnest(string_to_array(record_id, ':')))
      as keys(key, part);
  execute format('select audit_fields(to_jsonb(t), $1) from %I t where %s', record_kind, condition) into found using told;
  return found;
exception when invalid_text_representation or numeric_value_out_of_range then
  return null;
end $$;

create index audit_seals_ids on audit_seals using gist (ids multirange_ops);
