import { IconSpeakerphone } from '@tabler/icons-react'
import shared from './dashboard.module.css'
import classes from './Announcements.module.css'
import { dashboardStrings as words } from './strings.ts'

export const Announcements = () => (
  <section className={`card ${shared['panel']}`} aria-labelledby="announcements">
    <h2 id="announcements" className={shared['heading']}>
      <IconSpeakerphone size={16} stroke={1.7} aria-hidden />
      {words.announcements}
    </h2>
    <ul className={classes['announcements']}>
      {words.announced.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </section>
)
