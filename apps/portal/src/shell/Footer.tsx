import { UnstyledButton } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { useSettings } from '../settings/settings.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { DemoClock } from './DemoClock.tsx'
import classes from './Footer.module.css'
import { shellStrings } from './strings.ts'

const LatestChange = lazyComponent(
  () => import('./LatestChange.tsx'),
  () => null,
)
export const VIEWED_VERSION_KEY = 'ambit:viewed-version'

/** Environment, a demo's time, and version; the version opens what changed, with a dot until the changes were viewed. */
export const Footer = () => {
  const { environment, version, streets, local_demo } = useSettings()
  const [open, dialog] = useDisclosure(false)
  const [viewed, setViewed] = useLocalStorage({
    key: VIEWED_VERSION_KEY,
    defaultValue: '',
    getInitialValueInEffect: false,
    serialize: (value) => value,
    deserialize: (value) => value ?? '',
  })
  const unseen = viewed !== version
  return (
    <footer className={classes['footer']}>
      <span
        className={classes['environment']}
        data-environment={environment}
        aria-label={shellStrings.environment(environment)}
        role="note"
      >
        {environment}
      </span>
      {streets.available && streets.name !== null && (
        <span>{streets.demo ? `${streets.name} (demo)` : streets.name}</span>
      )}
      {local_demo?.clock && <DemoClock {...local_demo.clock} />}
      <UnstyledButton
        className={classes['version']}
        aria-label={
          unseen ? `${shellStrings.version(version)}, ${shellStrings.newVersion}` : shellStrings.version(version)
        }
        onClick={() => {
          dialog.open()
          setViewed(version)
        }}
      >
        {shellStrings.version(version)}
        {unseen && <span className={classes['dot']} aria-hidden="true" />}
      </UnstyledButton>
      {open && <LatestChange onClose={dialog.close} />}
    </footer>
  )
}
