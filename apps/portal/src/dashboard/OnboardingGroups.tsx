import type { Dashboard } from '@ambit/contract'
import { Link } from '../url/link.tsx'
import { useFormat } from '../settings/format.ts'
import { ModuleIcon } from '../navigation/icons.tsx'
import shared from './dashboard.module.css'
import classes from './OnboardingGroups.module.css'
import { linkSearch } from './link-search.ts'
import { countText, type ShownGroup, type ShownModule } from './onboarding.ts'

/** Setup, Resource planning, Daily operations: each module with what it is for and the way there. */
export const OnboardingGroups = ({
  groups,
  setup,
}: {
  groups: readonly ShownGroup[]
  setup: Dashboard['setup'] | null
}) => (
  <div className={classes['groups']}>
    {groups.map(({ name, modules }) => (
      // A group, not a landmark: the menu has one of nearly the same name.
      <div key={name} role="group" className={`card ${shared['group']}`} aria-labelledby={idOf(name)}>
        <h2 id={idOf(name)} className={shared['heading']}>
          {name}
        </h2>
        <ul className={classes['modules']}>
          {modules.map((module) => (
            <Module
              key={module.type}
              module={module}
              count={module.counts === undefined ? null : (setup?.[module.counts] ?? null)}
            />
          ))}
        </ul>
      </div>
    ))}
  </div>
)

const idOf = (name: string): string => `group-${name.replaceAll(' ', '-').toLowerCase()}`

const Module = ({ module, count }: { module: ShownModule; count: number | null }) => {
  const format = useFormat()
  return (
    <li className={classes['module']} data-type={module.type}>
      <span className={classes['icon']}>
        <ModuleIcon module={module.icon} />
      </span>
      <div>
        <h3 className={classes['name']}>
          {module.title}
          {count !== null && <span className={`numbers ${classes['count']}`}>{countText(count, format.number)}</span>}
        </h3>
        <p className={classes['text']}>{module.description}</p>
        <p className={classes['links']}>
          {module.links.map((link) => (
            <Link key={link.label} to={link.to} search={linkSearch(link)} className="text-link">
              {link.label}
            </Link>
          ))}
        </p>
      </div>
    </li>
  )
}
