import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { Link } from '../url/link.tsx'
import shared from './dashboard.module.css'
import classes from './SetupSteps.module.css'
import { linkSearch } from './link-search.ts'
import type { ShownLink, Step } from './onboarding.ts'
import { dashboardStrings as words } from './strings.ts'

/** What an installation still needs before passengers can ride; the first open step is the next one to take. */
export const SetupSteps = ({ steps }: { steps: readonly Step[] }) => {
  const next = steps.find(({ done }) => !done)
  return (
    <section className={`card ${shared['panel']}`} aria-labelledby="steps">
      <h2 id="steps" className={shared['heading']}>
        {words.steps}
        <span className={shared['hint']}>
          {words.stepsDone(steps.filter(({ done }) => done).length, steps.length)} · {words.stepsText}
        </span>
      </h2>
      <ol className={classes['steps']}>
        {steps.map((step) => (
          <li
            key={step.title}
            className={classes['step']}
            data-state={step.done ? 'done' : step === next ? 'next' : 'later'}
            aria-current={step === next ? ('step' as const) : undefined}
          >
            {step.done ? (
              <IconCircleCheckFilled size={18} aria-hidden />
            ) : step === next ? (
              <IconCircle size={18} aria-hidden />
            ) : (
              <IconCircleDashed size={18} aria-hidden />
            )}
            <span>
              {step.title}
              {step.done && <span className="visually-hidden">, {words.done}</span>}
            </span>
            {!step.done && step.link !== null && <StepLink link={step.link} primary={step === next} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

const StepLink = ({ link, primary }: { link: ShownLink; primary: boolean }) => (
  <Button
    size="compact-sm"
    variant={primary ? 'filled' : 'default'}
    renderRoot={(props) => <Link {...props} to={link.to} search={linkSearch(link)} />}
  >
    {link.label}
  </Button>
)
