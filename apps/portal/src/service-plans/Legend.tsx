import type { Zone } from '@ambit/contract'
import classes from './Legend.module.css'
import { planStrings as words } from './strings.ts'
import { useModels } from './use-models.ts'

/** The colours of a zone's service models, for those who may read plan strategies. */
export const Legend = ({ zone }: { zone: Zone }) => {
  const models = useModels(zone.id)
  if (models.size === 0) return null
  return (
    <ul className={classes['legend']} aria-label={words.legend}>
      {[...models].map(([id, { label, color }]) => (
        <li key={id}>
          <span style={{ background: color }} aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  )
}
