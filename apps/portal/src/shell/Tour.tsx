import { Button, CloseButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { useCan } from '../auth/permissions.ts'
import { useDialogStack } from '../dialogs/stack.ts'
import { useSettings } from '../settings/settings.ts'
import { useNavigate } from '../url/link.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { shellStrings as words } from './strings.ts'
import { tourFor, type TourStep } from './tour-steps.ts'
import classes from './Tour.module.css'

/** What is kept in the browser: not offered yet, the number of the step on screen, or left. */
const LEFT = 'left'
const useTourState = () =>
  useLocalStorage({
    key: 'ambit:tour',
    defaultValue: '',
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (value) => value ?? '',
  })

/** Starts the tour from its first step; null where there is no demo to show. */
export const useStartTour = (): (() => void) | null => {
  const { local_demo } = useSettings()
  const [, setState] = useTourState()
  return local_demo === null ? null : () => setState('0')
}

/**
 * The guided tour of a demo, beside the page: everything stays usable, with dialogs open as well. It offers itself once
 * where the demo has a morning of its own.
 */
export const Tour = () => {
  const { local_demo } = useSettings()
  const [state, setState] = useTourState()
  const steps = tourFor(useCan())
  const offered = state === '' && local_demo?.clock != null
  const step = state === '' || state === LEFT ? undefined : steps[Number(state)]
  if (local_demo === null || steps.length === 0 || (!offered && step === undefined)) return null
  const leave = (): void => setState(LEFT)
  if (step === undefined)
    return (
      <Card title={words.tour} onLeave={leave} text={words.tourOffer}>
        <Button size="compact-sm" variant="subtle" onClick={leave}>
          {words.tourLater}
        </Button>
        <Button size="compact-sm" onClick={() => setState('0')}>
          {words.tourStart}
        </Button>
      </Card>
    )
  const at = steps.indexOf(step)
  const goTo = (next: number): void => setState(next < steps.length ? String(next) : LEFT)
  return <Step step={step} at={at} count={steps.length} onGo={goTo} onLeave={leave} />
}

type StepProps = { step: TourStep; at: number; count: number; onGo: (at: number) => void; onLeave: () => void }

const Step = ({ step, at, count, onGo, onLeave }: StepProps) => {
  const navigate = useNavigate()
  const { stack } = useDialogStack()
  const reached = step.until !== undefined && stack.some(({ name }) => name === step.until)
  useEffect(() => {
    if (reached) onGo(at + 1)
  }, [reached, at, onGo])
  const { opens } = step
  const next = (): void => {
    if (opens !== undefined) void navigate({ to: opens.to, search: scopedSearch })
    onGo(at + 1)
  }
  const last = at + 1 === count
  return (
    <Card
      title={`${step.chapter}: ${step.title}`}
      hint={words.tourStep(at + 1, count)}
      text={step.text}
      onLeave={onLeave}
    >
      {at > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => onGo(at - 1)}>
          {words.tourBack}
        </Button>
      )}
      <Button size="compact-sm" onClick={next}>
        {opens?.label ?? (last ? words.tourEnd : words.tourNext)}
      </Button>
    </Card>
  )
}

type CardProps = { title: string; hint?: string; text: string; onLeave: () => void; children: ReactNode }

const Card = ({ title, hint, text, onLeave, children }: CardProps) => {
  const leaveOnEscape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onLeave()
  }
  return (
    <aside className={classes['card']} aria-label={words.tour} onKeyDown={leaveOnEscape}>
      <h2 className={classes['title']}>{title}</h2>
      <p className={classes['text']} role="status">
        {text}
      </p>
      <div className={classes['actions']}>
        {hint !== undefined && <span className={classes['hint']}>{hint}</span>}
        {children}
      </div>
      <CloseButton size="sm" className={classes['leave'] ?? ''} aria-label={words.tourLeave} onClick={onLeave} />
    </aside>
  )
}
