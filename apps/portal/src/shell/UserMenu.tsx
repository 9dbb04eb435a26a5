import { Avatar, Button, Popover, SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useDisclosure, useFullscreenDocument } from '@mantine/hooks'
import {
  IconChevronDown,
  IconKeyboard,
  IconLogout,
  IconMail,
  IconMaximize,
  IconMinimize,
  IconRoute,
  IconShieldLock,
} from '@tabler/icons-react'
import { Link, useNavigate } from '../url/link.tsx'
import type { ReactNode } from 'react'
import { useCan } from '../auth/permissions.ts'
import { session, useSession } from '../auth/session.ts'
import { useSettings } from '../settings/settings.ts'
import { densities, useDensity } from '../ui/density.ts'
import { scopedSearch } from '../url/scope-link.ts'
import { openKeyboardHelp } from '../ui/keys.ts'
import { Question } from '../ui/Question.tsx'
import shared from './shell.module.css'
import classes from './UserMenu.module.css'
import { shellStrings } from './strings.ts'
import { useStartTour } from './Tour.tsx'

const schemes = ['light', 'dark', 'auto'] as const

/** A small dialog rather than an ARIA menu: it holds choices as well as commands. */
export const UserMenu = () => {
  const current = useSession()
  const { mail_outbox } = useSettings()
  const can = useCan()
  const [open, menu] = useDisclosure(false)
  const [asking, question] = useDisclosure(false)
  const startTour = useStartTour()
  const { toggle, fullscreen } = useFullscreenDocument()
  if (current.status !== 'logged_in') return null
  const name = current.user.full_name
  const command = (run: () => void) => () => {
    menu.close()
    run()
  }
  return (
    <>
      <Popover width={250} position="bottom-end" opened={open} onChange={menu.set} trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton className={classes['user']} onClick={menu.toggle}>
            <Avatar size={26} radius="xl" color="brand" name={name} className={classes['avatar']} aria-hidden />
            <span className={`${shared['wideOnly']} ${classes['name']}`} aria-hidden>
              {name}
            </span>
            <span className="visually-hidden">{shellStrings.userMenu(name)}</span>
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={classes['account']}>
          <p className={classes['person']}>
            <strong>{name}</strong>
            {current.user.email}
          </p>
          <Appearance />
          <ul>
            <Command
              icon={fullscreen ? <IconMinimize size={16} /> : <IconMaximize size={16} />}
              onClick={command(() => void toggle())}
            >
              {fullscreen ? shellStrings.disableFullscreen : shellStrings.enableFullscreen}
            </Command>
            <Command icon={<IconKeyboard size={16} />} onClick={command(openKeyboardHelp)}>
              {shellStrings.keyboardHelp}
            </Command>
            {startTour !== null && (
              <Command icon={<IconRoute size={16} />} onClick={command(startTour)}>
                {shellStrings.tour}
              </Command>
            )}
            <li>
              <Link to="/Profile/Security" search={scopedSearch} className={classes['command']} onClick={menu.close}>
                <IconShieldLock size={16} aria-hidden />
                {shellStrings.security}
              </Link>
            </li>
            {mail_outbox && can('Settings:mail:canRead') && (
              <li>
                <Link to="/Mail" search={scopedSearch} className={classes['command']} onClick={menu.close}>
                  <IconMail size={16} aria-hidden />
                  {shellStrings.mail}
                </Link>
              </li>
            )}
            <Command icon={<IconLogout size={16} />} onClick={command(question.open)}>
              {shellStrings.logout}
            </Command>
          </ul>
        </Popover.Dropdown>
      </Popover>
      <LogoutQuestion opened={asking} onClose={question.close} />
    </>
  )
}

const Command = ({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: string }) => (
  <li>
    <UnstyledButton className={classes['command']} onClick={onClick}>
      {icon}
      {children}
    </UnstyledButton>
  </li>
)

/** Theme and row height, kept on this machine. */
const Appearance = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [density, setDensity] = useDensity()
  return (
    <div className={classes['appearance']}>
      <span>{shellStrings.theme}</span>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={shellStrings.theme}
        value={colorScheme}
        onChange={setColorScheme}
        data={schemes.map((value) => ({ value, label: shellStrings.themes[value] }))}
      />
      <span>{shellStrings.density}</span>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={shellStrings.density}
        value={density}
        onChange={setDensity}
        data={densities.map((value) => ({ value, label: shellStrings.densities[value] }))}
      />
    </div>
  )
}

const LogoutQuestion = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const navigate = useNavigate()
  return (
    <Question opened={opened} onClose={onClose} title={shellStrings.logoutQuestion}>
      <Button variant="default" onClick={onClose}>
        {shellStrings.cancel}
      </Button>
      <Button
        data-autofocus
        onClick={() => {
          session.signOut()
          void navigate({ to: '/Login', search: {}, replace: true })
        }}
      >
        {shellStrings.logout}
      </Button>
    </Question>
  )
}
