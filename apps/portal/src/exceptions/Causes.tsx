import type { ExceptionCause } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { ExceptionHead } from '../records/exceptions/ExceptionFacts.tsx'
import shared from '../records/exceptions/exceptions.module.css'
import { sentenceOf } from '../records/exceptions/sentence.ts'
import { exceptionStrings } from '../records/exceptions/strings.ts'
import { useFormat } from '../settings/format.ts'
import { Link } from '../url/link.tsx'
import { scopedSearch } from '../url/scope-link.ts'
import { useScope } from '../url/scope.ts'
import classes from './inbox.module.css'
import { causesQuery } from './queries.ts'
import { causeStrings as words } from './strings.ts'

/** What lies about, and what is raised again and again: both may ask for another rule. */
export const Causes = () => {
  const [scope] = useScope()
  const { data } = useQuery(causesQuery(scope))
  const format = useFormat()
  if (data === undefined) return null
  return (
    <>
      <section className="card" aria-label={words.stale}>
        <h2>{words.stale}</h2>
        {data.stale.length === 0 && <p className={classes['hint']}>{words.noStale}</p>}
        <ul className={classes['log']}>
          {data.stale.map((one) => (
            <li key={one.id}>
              <ExceptionHead exception={one} />
              <Link to={`/Exceptions/inbox/${one.id}`} search={scopedSearch} className={shared['sentence']}>
                {sentenceOf(one, format)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section className="card" aria-label={words.causes} tabIndex={0}>
        <h2>{words.causes}</h2>
        {data.causes.length === 0 ? (
          <p className={classes['hint']}>{words.noCauses}</p>
        ) : (
          <CauseTable causes={data.causes} />
        )}
      </section>
    </>
  )
}

const CauseTable = ({ causes }: { causes: readonly ExceptionCause[] }) => (
  <table className={classes['rules']}>
    <thead>
      <tr>
        <th scope="col">{words.cause}</th>
        <th scope="col">{words.zone}</th>
        <th scope="col">{words.count}</th>
        <th scope="col">{words.share}</th>
      </tr>
    </thead>
    <tbody>
      {causes.map(({ kind, zone_id, zone_name, count, share }) => (
        <tr key={`${kind} ${zone_id}`}>
          <th scope="row">{exceptionStrings.kinds[kind]}</th>
          <td>{zone_name ?? exceptionStrings.everywhere}</td>
          <td>{count}</td>
          <td>{Math.round(100 * share)} %</td>
        </tr>
      ))}
    </tbody>
  </table>
)
