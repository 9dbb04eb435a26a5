import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core'
import { DayInput } from '../form/DayInput.tsx'
import { IconChevronLeft, IconChevronRight, IconMaximize, IconViewportWide } from '@tabler/icons-react'
import { addDays } from '@ambit/domain'
import { useSyncExternalStore } from 'react'
import { useCan } from '../auth/permissions.ts'
import { partsOf } from '../drafts/diff.ts'
import { HistoryTools } from '../drafts/HistoryTools.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { FailedPlans } from './FailedPlans.tsx'
import { useDrafts, usePlanSession } from './plan-session.ts'
import { RepeatSchedule } from './RepeatSchedule.tsx'
import shared from './service-plans.module.css'
import classes from './PlannerBar.module.css'
import { planStrings as words } from './strings.ts'
import { planTitles } from './titles.ts'
import type { PlannedDay } from './use-planned-day.ts'

type Props = {
  day: PlannedDay
  whole: boolean
  onWhole: (whole: boolean) => void
  onAsk: (question: 'save' | 'discard') => void
  onSave: () => void
}

/** The day, what is drafted, and what becomes of it. */
export const PlannerBar = ({ day, whole, onWhole, onAsk, onSave }: Props) => {
  const session = usePlanSession()
  const can = useCan()
  if (session === null) return null
  return (
    <div className={classes['bar']}>
      <h1 className={classes['title']}>{planTitles.timeline}</h1>
      <DayPicker day={day} />
      <Tags onReview={() => onAsk('save')} />
      <div className={classes['tools']}>
        <Tooltip label={words.wholeDay}>
          <ActionIcon size={32} aria-label={words.wholeDay} aria-pressed={whole} onClick={() => onWhole(!whole)}>
            <IconViewportWide size={18} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={words.fullscreen}>
          <ActionIcon size={32} aria-label={words.fullscreen} onClick={toggleFullscreen}>
            <IconMaximize size={18} />
          </ActionIcon>
        </Tooltip>
        {can('ServicePlans:servicePlan:canCreate') && <RepeatSchedule day={day} onReady={() => onAsk('save')} />}
        <HistoryTools drafts={session.drafts} />
        <SaveButtons onDiscard={() => onAsk('discard')} onSave={onSave} />
      </div>
    </div>
  )
}

const toggleFullscreen = (): void => {
  // A browser may refuse: then nothing changes.
  if (document.fullscreenElement === null) document.documentElement.requestFullscreen().catch(() => {})
  else void document.exitFullscreen()
}

const DayPicker = ({ day }: { day: PlannedDay }) => (
  <div className={classes['day']}>
    <ActionIcon size={32} aria-label={words.previousDay} onClick={() => day.setDate(addDays(day.date, -1))}>
      <IconChevronLeft size={18} />
    </ActionIcon>
    <DayInput
      aria-label={words.date}
      placeholder={words.pickDay}
      valueFormat="DD MMM YYYY"
      clearable={false}
      w={132}
      value={day.date}
      onChange={(date) => date !== null && day.setDate(date)}
    />
    <ActionIcon size={32} aria-label={words.nextDay} onClick={() => day.setDate(addDays(day.date, 1))}>
      <IconChevronRight size={18} />
    </ActionIcon>
    {day.date !== day.today && (
      <Button variant="default" onClick={() => day.setDate(day.today)}>
        {words.today}
      </Button>
    )}
  </div>
)

const Tags = ({ onReview }: { onReview: () => void }) => {
  const session = usePlanSession()!
  const { history } = useDrafts(session)
  const failed = useSyncExternalStore(session.failed.subscribe, session.failed.get)
  const { added, updated, removed } = partsOf(history.draft.plans ?? new Map())
  const unsaved = added.length + updated.length
  return (
    <>
      <div className={classes['tags']} role="status">
        {unsaved > 0 && <StatusTag tone="warning">{words.unsaved(unsaved)}</StatusTag>}
        {removed.length > 0 && <StatusTag tone="neutral">{words.toBeDeleted(removed.length)}</StatusTag>}
      </div>
      {unsaved + removed.length > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={onReview}>
          {words.review}
        </Button>
      )}
      {failed.length > 0 && (
        <Popover position="bottom-start" width={520} trapFocus returnFocus>
          <Popover.Target>
            <button type="button" className={shared['tagButton']}>
              <StatusTag tone="danger">{words.failed(failed.length)}</StatusTag>
            </button>
          </Popover.Target>
          <Popover.Dropdown aria-label={words.failedTitle} p="sm">
            <FailedPlans failed={failed} />
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  )
}

const SaveButtons = ({ onDiscard, onSave }: { onDiscard: () => void; onSave: () => void }) => {
  const session = usePlanSession()!
  const { history, saving } = useDrafts(session)
  const changed = (history.draft.plans?.size ?? 0) > 0
  return (
    <>
      <Button variant="default" disabled={saving || history.steps.length === 0} onClick={onDiscard}>
        {words.discard}
      </Button>
      <Button disabled={saving || !changed} loading={saving} onClick={onSave}>
        {words.save}
      </Button>
    </>
  )
}
