import type { z } from 'zod'
import type { BulkInput, BulkOutcome } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Actor, Keep, Part } from '../http/bind.ts'
import { HttpError } from '../http/errors.ts'
import { acknowledge, type Call, resolve, snooze } from './answer.ts'

type Input = z.output<typeof BulkInput>
type Outcome = z.output<typeof BulkOutcome>

/** Answers each by itself; what is refused says why, and stops no other. */
export const answerAll = async (
  deps: Deps,
  input: Input,
  { actor, keep, part }: { actor: Actor; keep: Keep; part: Part },
): Promise<{ data: Outcome[] }> => {
  const outcomes: Outcome[] = []
  for (const [index, id] of input.ids.entries())
    try {
      await part(index, (kept) => answerOne(deps, input, { id, actor, version: null, keep: kept }))
      outcomes.push({ id, refused: null })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      outcomes.push({ id, refused: error.message })
    }
  return deps.db.transaction().execute((tx) => keep(tx, { data: outcomes }))
}

const answerOne = (deps: Deps, { action, snooze: until, resolution }: Input, call: Call) => {
  if (action === 'snooze' && until !== undefined) return snooze(deps, call, until)
  if (action === 'resolve' && resolution !== undefined) return resolve(deps, call, resolution)
  return acknowledge(deps, call)
}
