import {
  Avatar,
  Button,
  Group,
  Menu,
  Modal,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure, useFullscreenDocument } from '@mantine/hooks'
import { IconChevronDown, IconKeyboard, IconLogout, IconMail, IconMaximize, IconMinimize } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCan } from '../auth/permissions.ts'
import { session, useSession } from '../auth/session.ts'
import { useSettings } from '../settings/settings.ts'
import { densities, useDensity } from '../ui/density.ts'
import { scopedSearch } from '../url/scope-link.ts'
import { openKeyboardHelp } from './keys.ts'
import classes from './shell.module.css'
import { shellStrings } from './strings.ts'

const schemes = ['light', 'dark', 'auto'] as const

export const UserMenu = () => {
  const current = useSession()
  const { mail_outbox } = useSettings()
  const can = useCan()
  const [asking, question] = useDisclosure(false)
  const { toggle, fullscreen } = useFullscreenDocument()
  if (current.status !== 'logged_in') return null
  const name = current.user.full_name
  return (
    <>
      <Menu width={250} closeOnItemClick>
        <Menu.Target>
          <UnstyledButton className={classes['user']}>
            <Avatar size={26} radius="xl" color="brand" name={name} className={classes['avatar']} aria-hidden />
            <span className={classes['wideOnly']} aria-hidden>
              {name}
            </span>
            <span className="visually-hidden">{shellStrings.userMenu(name)}</span>
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text size="sm" fw={600} c="var(--mantine-color-text)">
              {name}
            </Text>
            {current.user.email}
          </Menu.Label>
          <Appearance />
          <Menu.Divider />
          <Menu.Item
            leftSection={fullscreen ? <IconMinimize size={16} /> : <IconMaximize size={16} />}
            onClick={() => void toggle()}
          >
            {fullscreen ? shellStrings.disableFullscreen : shellStrings.enableFullscreen}
          </Menu.Item>
          <Menu.Item leftSection={<IconKeyboard size={16} />} rightSection={<kbd>?</kbd>} onClick={openKeyboardHelp}>
            {shellStrings.keyboardHelp}
          </Menu.Item>
          {mail_outbox && can('Settings:mail:canRead') && (
            <Menu.Item
              leftSection={<IconMail size={16} />}
              renderRoot={(props) => <Link to="/Mail" search={scopedSearch} {...props} />}
            >
              {shellStrings.mail}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={question.open}>
            {shellStrings.logout}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LogoutQuestion opened={asking} onClose={question.close} />
    </>
  )
}

/** Theme and row height. Not menu items: arrow keys move inside them. */
const Appearance = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [density, setDensity] = useDensity()
  return (
    <div className={classes['appearance']} role="none">
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
    <Modal opened={opened} onClose={onClose} title={shellStrings.logoutQuestion} size={380} centered>
      <Group justify="flex-end" gap="xs">
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
      </Group>
    </Modal>
  )
}
