-- A record's id has as many parts as its key: any other names no record.
create or replace function audit_record(kind text, record_id text) returns jsonb language plpgsql stable as $$
declare
  told jsonb := audit_told(kind);
  parts text[] := string_to_array(record_id, ':');
  condition text;
  found jsonb;
begin
  if told is null or cardinality(parts) <> jsonb_array_length(coalesce(told -> 'id', '["id"]')) then
    return null;
  end if;
  select string_agg(format('%I = %L', key, part), ' and ') into condition
    from rows from (jsonb_array_elements_text(coalesce(told -> 'id', '["id"]')), unnest(parts)) as keys(key, part);
  execute format('select audit_fields(to_jsonb(t), $1) from %I t where %s', kind, condition) into found using told;
  return found;
exception when invalid_text_representation or numeric_value_out_of_range then
  return null;
end $$;
