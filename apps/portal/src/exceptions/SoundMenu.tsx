import { ActionIcon, Button, Group, Popover, Slider, Switch, Text } from '@mantine/core'
import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { soundStrings as words } from './strings.ts'
import { play } from './tones.ts'
import { useSoundSetting } from './use-sound.ts'

/** Off until the user turns it on, kept per user. */
export const SoundMenu = () => {
  const [setting, set] = useSoundSetting()
  const { on, volume } = setting
  return (
    <Popover width={280} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size={34} variant="default" aria-label={on ? words.on : words.off}>
          {on ? <IconVolume size={18} stroke={1.6} /> : <IconVolumeOff size={18} stroke={1.6} />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={words.title}>
        <Switch
          label={words.title}
          checked={on}
          onChange={({ currentTarget: { checked } }) => set({ ...setting, on: checked })}
        />
        <Text size="sm" mt="sm">
          {words.volume}
        </Text>
        <Slider
          mb="md"
          min={5}
          max={100}
          step={5}
          value={volume}
          thumbLabel={words.volume}
          label={(value) => `${value} %`}
          onChange={(value) => set({ ...setting, volume: value })}
        />
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => play('urgent', volume)}>
            {words.testUrgent}
          </Button>
          <Button size="xs" variant="default" onClick={() => play('soon', volume)}>
            {words.testSoon}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
