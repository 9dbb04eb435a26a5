import type { PostgresCursor, PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isAuditKind } from '@ambit/contract'
import { contextText } from '../context/context.ts'
import { inSpan, spanNow } from '../context/span.ts'
import { statementName } from './statement-name.ts'

const BEGIN = /^(begin|start transaction)\b/
const END = /^(commit|rollback)$/
const WRITE = /^\s*(?:insert into|update|delete from)\s+"?(\w+)"?/i
const EVENT = /^select audit_write\(/

const isAudited = (text: string): boolean => EVENT.test(text) || isAuditKind(WRITE.exec(text)?.[1] ?? '')

/**
 * Tells the database with the beginning of each transaction who acts, for the triggers that write the audit, in the same
 * round trip. A statement outside of a transaction that writes a record gets a transaction of its own.
 */
export const auditedPool = (pool: PostgresPool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: async () => audited(await pool.connect()),
})

const audited = (client: PostgresPoolClient): PostgresPoolClient => {
  let inTransaction = false
  const ask = (text: string, parameters: readonly unknown[]): Promise<unknown> =>
    spanNow() === null
      ? client.query(text, parameters)
      : inSpan(statementName(text), { 'db.system.name': 'postgresql' }, () => client.query(text, parameters))
  const send = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
    if (END.test(text)) inTransaction = false
    if (inTransaction) return ask(text, parameters)
    const context = contextText()
    if (BEGIN.test(text)) {
      inTransaction = true
      return ask(context === null ? text : `${text}; ${setting(context)}`, [])
    }
    if (context === null || !isAudited(text)) return ask(text, parameters)
    await client.query(`begin; ${setting(context)}`, [])
    try {
      const result = await ask(text, parameters)
      await client.query('commit', [])
      return result
    } catch (error) {
      // What went wrong is told, not that a lost connection cannot roll back.
      await client.query('rollback', []).catch(() => undefined)
      throw error
    }
  }
  const query = (text: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown =>
    typeof text === 'string' ? send(text, parameters) : client.query(text)
  return {
    query: query as PostgresPoolClient['query'], // both of its forms
    get processID() {
      return client.processID!
    },
    release: (destroy) => {
      inTransaction = false
      client.release(destroy)
    },
  }
}

/** Until the transaction ends. Two statements in one text take no parameters. */
const setting = (context: string): string => `select set_config('ambit.context', ${pg.escapeLiteral(context)}, true)`
