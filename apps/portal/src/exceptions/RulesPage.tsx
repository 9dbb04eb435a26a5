import { api, type ExceptionRule } from '@ambit/contract'
import { Button, NumberInput, Switch } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { refusedFields } from '../form/server-errors.ts'
import { notify } from '../notifications/notify.tsx'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { useScope } from '../url/scope.ts'
import { Causes } from './Causes.tsx'
import { ExceptionTabs } from './ExceptionTabs.tsx'
import classes from './inbox.module.css'
import { CHANGE_RULES } from './keys.ts'
import { rulePreviewQuery, rulesChanged, rulesQuery } from './queries.ts'
import { ruleStrings as words } from './strings.ts'

/** From when on what is raised, in each zone of the chosen region. */
const RulesPage = () => {
  const [scope] = useScope()
  const query = useQuery(rulesQuery(scope))
  const zones = Map.groupBy(query.data ?? [], ({ zone_id }) => zone_id)
  return (
    <ExceptionTabs current="/Exceptions/rules">
      {query.isError && query.data === undefined && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data?.length === 0 && <EmptyState title={words.noZone} />}
      <div className={classes['tables']}>
        <Causes />
        {[...zones].map(([id, rules]) => (
          <ZoneRules key={id} name={rules[0]?.zone_name ?? ''} rules={rules} />
        ))}
      </div>
    </ExceptionTabs>
  )
}
export default RulesPage

const ZoneRules = ({ name, rules }: { name: string; rules: readonly ExceptionRule[] }) => (
  <section className="card" aria-label={name} tabIndex={0}>
    <h2>{name}</h2>
    <table className={classes['rules']}>
      <thead>
        <tr>
          <th scope="col">{words.kind}</th>
          <th scope="col">{words.on}</th>
          {severities.map((severity) => (
            <th key={severity} scope="col">
              {words.severities[severity]}
            </th>
          ))}
          <th scope="col">{words.source}</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <RuleRow key={`${rule.kind} ${JSON.stringify(rule)}`} rule={rule} />
        ))}
      </tbody>
    </table>
  </section>
)

const severities = ['watch', 'soon', 'urgent'] as const

const RuleRow = ({ rule }: { rule: ExceptionRule }) => {
  const may = useCan()(CHANGE_RULES)
  const [draft, setDraft] = useState(rule)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const name = exceptionStrings.kinds[rule.kind]
  const changed = draft.enabled !== rule.enabled || severities.some((one) => draft[one] !== rule[one])
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const { zone_id, kind, enabled, watch, soon, urgent } = draft
      await client.call(api.exceptionRules.update, { body: { zone_id, kind, enabled, watch, soon, urgent } })
      notify({ type: 'success', title: words.saved, message: name })
      rulesChanged()
    } catch (error) {
      const fields = refusedFields(error)
      if (fields === null) announceFailure(error, words.failed)
      else setRefused(fields)
    } finally {
      setBusy(false)
    }
  }
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={classes['hint']}>{words.counted[rule.kind]}</span>
      </th>
      <td>
        <Switch
          aria-label={words.enabled(name)}
          checked={draft.enabled}
          disabled={!may}
          onChange={({ currentTarget: { checked } }) => setDraft({ ...draft, enabled: checked })}
        />
      </td>
      {severities.map((severity) => (
        <td key={severity}>
          <NumberInput
            w={90}
            size="xs"
            aria-label={words.threshold(name, words.severities[severity])}
            min={0}
            clampBehavior="none"
            allowDecimal={false}
            value={draft[severity] ?? ''}
            disabled={!may}
            error={refused.get(`/${severity}`)}
            onChange={(value) => setDraft({ ...draft, [severity]: value === '' ? null : Number(value) })}
          />
        </td>
      ))}
      <td>
        {changed ? (
          <>
            <Button size="xs" loading={busy} onClick={() => void save()}>
              {words.save}
            </Button>
            <Outlook draft={draft} />
          </>
        ) : rule.own ? (
          words.own
        ) : (
          words.default
        )}
      </td>
    </tr>
  )
}

const TYPING_MS = 300

/** What the rule would have raised of late, beside what there was, before it is saved. */
const Outlook = ({ draft }: { draft: ExceptionRule }) => {
  const [tried] = useDebouncedValue(draft, TYPING_MS)
  const { data } = useQuery(rulePreviewQuery(tried, tried.enabled))
  const { data: none } = useQuery(rulePreviewQuery({ ...tried, watch: null, soon: null, urgent: null }, !tried.enabled))
  const found = tried.enabled ? data : none
  return (
    <p role="status" className={classes['hint']}>
      {found !== undefined && words.would(found.would_raise, found.raised)}
    </p>
  )
}
