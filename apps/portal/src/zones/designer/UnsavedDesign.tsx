import { useBlocker } from '@tanstack/react-router'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { DraftDialog } from '../../drafts/DraftDialog.tsx'
import { countChanges } from '../../drafts/history.ts'
import type { Side } from '../../drafts/merge.ts'
import { MergeQuestion } from '../../drafts/MergeQuestion.tsx'
import { notify } from '../../notifications/notify.tsx'
import { designerPath } from '../navigation.ts'
import { describeDesign } from './describe-design.ts'
import { collectionsOf, designKinds } from './design/design.ts'
import { type DesignSession, loadDesign } from './design/design-session.ts'
import { mergeDesign } from './merge-design.ts'
import { designerStrings as words } from './design/strings.ts'
import type { SavingDesign } from './use-save-design.ts'

type Props = {
  session: DesignSession
  saving: SavingDesign
  asked: 'save' | 'discard' | null
  onClose: () => void
}

/** Asks before drafts are saved, discarded or left behind. */
export const UnsavedDesign = ({ session, saving, asked, onClose }: Props) => {
  const { drafts } = session
  const { base, records, history, saving: busy } = useSyncExternalStore(drafts.subscribe, drafts.get)
  const here = designerPath(session.facts.get().zone.id)
  const hasDrafts = (): boolean => countChanges(drafts.get().history.draft) > 0
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => hasDrafts() && next.pathname !== here && !next.pathname.startsWith(`${here}/`),
    enableBeforeUnload: hasDrafts,
    withResolver: true,
  })
  const leaving = blocker.status === 'blocked'
  const mode = leaving ? 'unsavedChanges' : asked
  const merging = useMerging(session, saving, mode !== null)
  const changes = useMemo(() => {
    if (mode === null) return []
    if (merging === null) return describeDesign(history.draft, base, records)
    return describeDesign(merging.draft, merging.theirs, records)
  }, [mode, merging, history, base, records])
  const close = (): void => {
    saving.forget()
    if (leaving) blocker.reset()
    else onClose()
  }
  const save = async (): Promise<void> => {
    merging?.take()
    if (!hasDrafts()) notify({ type: 'info', title: words.thanks, message: words.nothingLeft })
    else if (!(await saving.save())) return
    if (leaving) blocker.proceed()
    else onClose()
  }
  const discard = (): void => {
    // What is left is the zone as stored on the server, which another user may have saved in the meantime.
    if (saving.newer === null) drafts.discard()
    else loadDesign(session, saving.newer)
    saving.setNewer(null)
    saving.forget()
    if (leaving) blocker.proceed()
    else onClose()
  }
  return (
    <DraftDialog
      mode={mode}
      changes={changes}
      busy={busy}
      errors={saving.errors}
      onSave={() => void save()}
      onDiscard={discard}
      onClose={close}
      {...(merging === null || mode === 'discard'
        ? {}
        : {
            question: (
              <MergeQuestion
                arrived={merging.arrived}
                fought={merging.fought}
                side={merging.side}
                onSide={merging.choose}
                busy={busy}
                onClose={close}
                onMerge={() => void save()}
              />
            ),
          })}
    />
  )
}

/** Where another user has saved: my drafts over theirs, by what was chosen so far. */
const useMerging = (session: DesignSession, { newer, setNewer }: SavingDesign, asked: boolean) => {
  const { history, records } = session.drafts.get()
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  return useMemo(() => {
    if (newer === null || !asked) return null
    const side = (key: string): Side => (taken.has(key) ? 'theirs' : 'mine')
    const { draft, fought } = mergeDesign({ draft: history.draft, mine: records, newer, side })
    return {
      arrived: designKinds.some((kind) =>
        [...(history.draft[kind]?.keys() ?? [])].some((id) => id in newer.saved_as[kind]),
      ),
      draft,
      fought,
      side,
      theirs: collectionsOf(newer),
      choose: (key: string, chosen: Side) =>
        setTaken((before) => {
          const next = new Set(before)
          if (chosen === 'theirs') next.add(key)
          else next.delete(key)
          return next
        }),
      take: () => {
        loadDesign(session, newer, { label: words.mergedStep, draft })
        setNewer(null)
        setTaken(new Set())
      },
    }
  }, [session, newer, setNewer, asked, taken, history, records])
}
