import type { ReactNode } from 'react'
import classes from './FactList.module.css'

type Props = {
  label: string
  /** name and value; one that is null is left out */
  facts: readonly (readonly [string, ReactNode])[]
}

/** What a record holds, a line for each fact. */
export const FactList = ({ label, facts }: Props) => (
  <dl className={classes['facts']} aria-label={label}>
    {facts.map(([name, value]) =>
      value === null ? null : (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
)
