import type { RetentionRule } from '@ambit/contract'
import { endsInWords, periodInWords } from '@ambit/domain'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useOpenDialog } from '../dialogs/stack.ts'
import { useFormat } from '../settings/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TabbedPage } from '../ui/TabbedPage.tsx'
import classes from './privacy.module.css'
import { PrivacyTabs } from './PrivacyTabs.tsx'
import { rulesQuery } from './queries.ts'
import { privacyStrings as words } from './strings.ts'

/** How long each kind of data is kept, and what the last night removed. */
const RetentionPage = () => {
  const rules = useQuery(rulesQuery)
  return (
    <TabbedPage header={<PageHeader crumb={words.retentionTab} />} tabs={<PrivacyTabs current="/Privacy/retention" />}>
      <p className={classes['intro']}>{words.intro}</p>
      {rules.isError && rules.data === undefined && (
        <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />
      )}
      {rules.data !== undefined && <RuleTable rules={rules.data} />}
    </TabbedPage>
  )
}
export default RetentionPage

const RuleTable = ({ rules }: { rules: readonly RetentionRule[] }) => (
  <section className="card" aria-label={words.retentionTab}>
    <div className={classes['scroll']}>
      <table className={classes['table']} aria-label={words.retentionTab}>
        <thead>
          <tr>
            {Object.values(words.columns).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {words.groups.map(({ title, kinds }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={5}>
                {title}
              </th>
            </tr>
            {rules
              .filter(({ kind }) => kinds.some((one) => one === kind))
              .map((rule) => (
                <RuleRow key={rule.kind} rule={rule} />
              ))}
          </tbody>
        ))}
      </table>
    </div>
  </section>
)

const RuleRow = ({ rule: { kind, end, period, reason, next, last_run } }: { rule: RetentionRule }) => {
  const open = useOpenDialog()
  const format = useFormat()
  const { name, what } = words.kinds[kind]
  const count = format.number(last_run?.removed ?? 0)
  return (
    <tr>
      <th scope="row">
        <UnstyledButton
          className="text-link"
          aria-label={words.open(name)}
          onClick={() => open('RetentionDialog', 'view', kind)}
        >
          {name}
        </UnstyledButton>
        <small>{what}</small>
      </th>
      <td>
        {periodInWords(period)}
        {next !== null && <small>{words.shorter(periodInWords(next.period), format.date(next.from))}</small>}
      </td>
      <td>{period === null ? '' : endsInWords[end]}</td>
      <td className={classes['reason']}>{reason}</td>
      <td>
        {last_run === null ? (
          words.noRun
        ) : (
          <>
            {last_run.finished_at === null ? words.goesOn(count) : words.removed(count)}
            <small>{format.dateTime(last_run.started_at)}</small>
          </>
        )}
      </td>
    </tr>
  )
}
