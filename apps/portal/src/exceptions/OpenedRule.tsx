import { type ExceptionDetails, JudgedKind, type ServiceException } from '@ambit/contract'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import { inboxStrings, ruleStrings } from './strings.ts'

const words = inboxStrings.rule
/** The least urgent last: a rule may leave one out. */
const severities = ['urgent', 'soon', 'watch'] as const

type Props = { exception: Pick<ServiceException, 'kind' | 'severity'>; rule: ExceptionDetails['rule'] }

/** From when on its kind is raised in its zone, and which threshold was crossed. */
export const OpenedRule = ({ exception: { kind, severity }, rule }: Props) => {
  const judged = JudgedKind.safeParse(kind)
  if (rule === null || !judged.success)
    return (
      <section aria-label={words.title}>
        <h3>{words.title}</h3>
        <p>{words.none}</p>
      </section>
    )
  const crossed = severities.slice(severities.indexOf(severity)).find((one) => rule[one] !== null)
  const name = exceptionStrings.severities
  return (
    <section aria-label={words.title}>
      <h3>{words.title}</h3>
      {crossed !== undefined && (
        <p>
          <b>{words.crossed(name[crossed], rule[crossed] ?? 0, ruleStrings.counted[judged.data])}</b>
        </p>
      )}
      <p>
        {severities
          .toReversed()
          .flatMap((one) => (rule[one] === null ? [] : [words.from(name[one], rule[one])]))
          .join(' · ')}{' '}
        ({rule.own ? words.own : words.default})
      </p>
    </section>
  )
}
