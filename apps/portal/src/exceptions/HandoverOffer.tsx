import { useQuery } from '@tanstack/react-query'
import { useMe } from '../auth/use-me.ts'
import { Link } from '../url/link.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import classes from './handover.module.css'
import { handoversQuery } from './handover-queries.ts'
import { handoverStrings as words } from './handover-strings.ts'
import { stateOf } from './handover-words.ts'

/** Handovers that wait for the user. */
export const HandoverOffer = () => {
  const { data = [] } = useQuery(handoversQuery)
  const me = useMe()
  return data
    .filter((one) => one.taker_id === me && stateOf(one) === 'offered')
    .map(({ id, giver }) => (
      <p key={id} role="status" className={classes['offer']}>
        <b>{words.offerWaits(giver ?? words.formerUser)}</b>{' '}
        <Link to={`/Exceptions/handover/${id}`} search={scopedSearch} className="text-link">
          {words.readIt}
        </Link>
      </p>
    ))
}
