import { api, ApiError, Schema, SchemaInput } from '@ambit/contract'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { client } from '../../api/client.ts'
import { staleRecordOf } from '../../form/conflict.ts'
import { placeServerErrors } from '../../form/server-errors.ts'
import { notify } from '../../notifications/notify.tsx'
import { type Change, draftOf, stagesOf, typesBefore } from './draft.ts'
import { schemaChanged } from './queries.ts'
import { schemaStrings as words } from './strings.ts'
import { useDraft } from './use-draft.ts'

type Problems = ReadonlyMap<string, string>
const none: Problems = new Map()

/** The first issue of each field, by its JSON pointer. */
const issuesOf = ({ issues }: z.ZodError): Problems =>
  new Map(issues.toReversed().map(({ path, message }) => [`/${path.join('/')}`, message]))

/** What a refused save says of single fields, and the messages that belong to none. */
const problemsOf = (error: unknown): { problems: Problems; rest: readonly string[] } => {
  const pointers = error instanceof ApiError ? error.errors.flatMap(({ source }) => source?.pointer ?? []) : []
  const problems = new Map<string, string>()
  const rest = placeServerErrors(
    error,
    pointers.map((pointer) => pointer.slice(1)),
    (field, message) => problems.set(`/${field}`, message),
  )
  return { problems, rest }
}

/** What a check or a refused save has found, until the next change. */
const useFindings = () => {
  const [problems, setProblems] = useState<Problems>(none)
  const [messages, setMessages] = useState<readonly string[]>([])
  const show = (found: Problems, texts: readonly string[]): void => {
    setProblems(found)
    setMessages(texts)
  }
  return { problems, messages, show, clear: () => show(none, []) }
}

/** Editing, checking and saving of the custom fields, built on the newest version that was there. */
export const useSchemaEditor = (versions: readonly Schema[]) => {
  const newest = versions[0] ?? null
  const [base, setBase] = useState(newest)
  const { draft, change, undo, mayUndo, load } = useDraft(draftOf(base?.stages ?? []))
  const { problems, messages, clear, show } = useFindings()
  const [stale, setStale] = useState<Schema | null>(null)
  const [busy, setBusy] = useState(false)
  const before = useMemo(() => typesBefore(versions), [versions])
  const stages = stagesOf(draft, before)
  const dirty = JSON.stringify(stages) !== JSON.stringify(base?.stages ?? [])

  const buildOn = (schema: Schema): void => {
    setBase(schema)
    load(draftOf(schema.stages), false)
    setStale(null)
    clear()
  }
  // Another user's version is taken up where nothing was changed; else saving says so.
  if (newest !== null && newest.id !== base?.id && newest.version > (base?.version ?? 0) && !dirty) buildOn(newest)

  const refuse = (error: unknown): void => {
    const current = Schema.safeParse(staleRecordOf(error)?.current)
    if (current.success) return setStale(current.data)
    const { problems: placed, rest } = problemsOf(error)
    show(placed, placed.size > 0 ? [words.problems] : rest)
  }

  const send = async (builtOn: number | undefined): Promise<void> => {
    const checked = SchemaInput.safeParse({ entity: 'vehicle', stages })
    if (!checked.success) return show(issuesOf(checked.error), [words.problems])
    setBusy(true)
    clear()
    try {
      const { data } = await client.call(api.schemas.create, { body: checked.data, version: builtOn })
      buildOn(data)
      schemaChanged()
      notify({ type: 'success', title: words.title, message: words.saved(data.version) })
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    draft,
    change: (next: Change) => {
      clear()
      change(next)
    },
    undo,
    mayUndo,
    dirty,
    busy,
    messages,
    stale,
    problems,
    problem: (pointer: string) => problems.get(pointer),
    save: () => send(base?.version),
    saveOver: () => {
      const over = stale?.version
      setStale(null)
      return send(over)
    },
    loadTheirs: () => stale !== null && buildOn(stale),
    bringBack: (schema: Schema) => load(draftOf(schema.stages), true),
  }
}
