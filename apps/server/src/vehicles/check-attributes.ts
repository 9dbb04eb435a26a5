import type { Kysely } from 'kysely'
import { attributeProblems, type Attributes } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import { invalid } from '../http/errors.ts'
import { currentSchema } from '../schemas/queries.ts'

/** Throws 422 with one entry for each custom field that the current schema refuses. */
export const refuseBadAttributes = async (
  db: Kysely<DB>,
  attributes: Attributes | undefined,
  before: Attributes = {},
): Promise<void> => {
  if (attributes === undefined || Object.keys(attributes).length === 0) return
  const schema = await currentSchema(db, 'vehicle')
  const problems = attributeProblems(schema?.stages ?? [], attributes, before)
  if (problems.length > 0)
    throw invalid(problems.map(({ path, detail }) => ({ pointer: `/extra_attributes/${path.join('/')}`, detail })))
}
