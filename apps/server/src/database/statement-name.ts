const STATEMENT =
  /^\s*(?:with\b[^]*?\)\s*)?(select|insert into|update|delete from|begin|commit|rollback|listen|copy)\b/i
const TABLE = /\b(?:from|into|update|join)\s+"?([a-z_]\w*)"?/i

/** What a statement does and to which table, for a span: `select zones`, `commit`. Never a value of it. */
export const statementName = (text: string): string => {
  const verb = STATEMENT.exec(text)?.[1]?.toLowerCase().split(' ')[0]
  if (verb === undefined) return 'sql'
  const table = ['begin', 'commit', 'rollback', 'listen'].includes(verb) ? undefined : TABLE.exec(text)?.[1]
  return table === undefined ? verb : `${verb} ${table}`
}
