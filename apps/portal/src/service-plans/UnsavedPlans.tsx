import { useBlocker } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DraftDialog } from '../drafts/DraftDialog.tsx'
import type { PlainSearch } from '../url/plain-search.ts'
import { optionalId, storeRegion } from '../url/scope.ts'
import { draftOfPlans, type PlanSession, useDrafts } from './plan-session.ts'
import { useDescribePlans } from './use-describe-plans.ts'
import type { useSavePlans } from './use-save-plans.ts'

type Props = {
  session: PlanSession
  saving: ReturnType<typeof useSavePlans>
  asked: 'save' | 'discard' | null
  onClose: () => void
}

const regionIn = (search: unknown): string | undefined => (search as PlainSearch)['region'] // parseSearch yields only text

/** Asks before drafts are saved, discarded or left behind: by leaving the page, or for another region. */
export const UnsavedPlans = ({ session, saving, asked, onClose }: Props) => {
  const { history, saving: busy } = useDrafts(session)
  const hasDrafts = (): boolean => draftOfPlans(session).size > 0
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      hasDrafts() && (next.pathname !== current.pathname || regionIn(next.search) !== regionIn(current.search)),
    enableBeforeUnload: hasDrafts,
    withResolver: true,
  })
  const leaving = blocker.status === 'blocked'
  const mode = leaving ? 'unsavedChanges' : asked
  const describe = useDescribePlans()
  const changes = useMemo(
    () => (mode === null ? [] : describe(history.draft.plans ?? new Map())),
    [mode, history, describe],
  )
  const close = (): void => {
    saving.forget()
    if (!leaving) return onClose()
    // The user stays, so the header returns to the region on screen.
    storeRegion(localStorage, optionalId.read(regionIn(blocker.current.search)))
    blocker.reset()
  }
  const done = (): void => {
    saving.forget()
    onClose()
    if (leaving) blocker.proceed()
  }
  const save = async (): Promise<void> => {
    if (await saving.save()) done()
    // What failed is listed in the bar; what is left stays a draft.
    else if (session.failed.get().length > 0) close()
  }
  const discard = (): void => {
    session.drafts.discard()
    session.failed.set([])
    done()
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
    />
  )
}
