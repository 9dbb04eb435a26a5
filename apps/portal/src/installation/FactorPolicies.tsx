import { api, type RolePolicy, secondFactorPolicies } from '@ambit/contract'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { useFormat } from '../settings/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import classes from './installation.module.css'
import { UPDATE_SIGN_IN } from './keys.ts'
import { factorPoliciesQuery, signInChanged } from './queries.ts'
import { installationStrings as words } from './strings.ts'

/** Which roles need a second factor. */
export const FactorPolicies = () => {
  const may = useCan()(UPDATE_SIGN_IN)
  const policies = useQuery(factorPoliciesQuery)
  return (
    <section className={`card ${classes['part']}`} aria-labelledby="settings-factors">
      <h2 id="settings-factors">{words.factor}</h2>
      <p className={classes['text']}>{words.factorText}</p>
      {policies.isError && policies.data === undefined && (
        <ErrorState error={policies.error} onRetry={() => void policies.refetch()} />
      )}
      {policies.data?.map((policy) => (
        <Policy key={policy.id} policy={policy} may={may} />
      ))}
    </section>
  )
}

const choices = secondFactorPolicies.map((value) => ({ value, label: words.factorPolicies[value] }))

const Policy = ({ policy, may }: { policy: RolePolicy; may: boolean }) => {
  const format = useFormat()
  const { id, name, second_factor, since, users_without } = policy
  const change = async (chosen: RolePolicy['second_factor']): Promise<void> => {
    try {
      await client.call(api.secondFactorPolicies.update, { params: { id }, body: { second_factor: chosen } })
    } catch (error) {
      announceFailure(error, words.failed)
    }
    await signInChanged()
  }
  return (
    <div className={classes['row']}>
      <div className={classes['name']}>
        <strong>{name}</strong>
        <p className={classes['facts']}>
          <span>{words.factorWithout(users_without)}</span>
          {second_factor === 'required' && <span>{words.factorSince(format.dateTime(since))}</span>}
        </p>
      </div>
      {may ? (
        <SegmentedControl
          size="xs"
          aria-label={words.factorOf(name)}
          data={choices}
          value={second_factor}
          onChange={(chosen) => void change(chosen)}
        />
      ) : (
        <span>{words.factorPolicies[second_factor]}</span>
      )}
    </div>
  )
}
