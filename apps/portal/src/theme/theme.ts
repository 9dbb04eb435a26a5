import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorShade,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'
import type { BrandRamp } from './brand-ramp.ts'
import { findOptions } from './find-options.ts'
import { typedDate } from './typed-date.ts'

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f0f2f5',
  '#e4e7ec',
  '#d3d8e0',
  '#b3bac5',
  '#868f9c',
  '#5a6370',
  '#464e5a',
  '#2f3640',
  '#1b2027',
]
const dark: MantineColorsTuple = [
  '#dfe3ea',
  '#b4bbc7',
  '#9aa3b1',
  '#6b7482',
  '#3a424e',
  '#2b323c',
  '#1f252d',
  '#171b21',
  '#12161b',
  '#0d1014',
]

const CONTROL = '32px'
const labels = { label: { fontSize: 12, fontWeight: 550, marginBottom: 4 } }
/** A small box has words of the usual size. */
const choiceLabel = {
  label: { fontSize: 'var(--mantine-font-size-sm)' },
  description: { fontSize: 12 },
  error: { fontSize: 12 },
}
const closeLabel = { 'aria-label': 'Close' }
const clearLabel = { 'aria-label': 'Clear' }
const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
}
/** Weekends are days of service like others, and red is for what is wrong. */
const weekendDays: [] = []
/** A calendar that opens below its field lies outside of the page's landmarks, as dialogs may. */
const calendarRole = { levelsGroup: { role: 'dialog', 'aria-label': 'Calendar' } }

// Every icon button that Mantine draws by itself gets its name here, once.
const choices = {
  checkIconPosition: 'right',
  clearButtonProps: clearLabel,
  maxDropdownHeight: 280,
  filter: findOptions,
  nothingFoundMessage: 'Nothing found',
}

/** The smallest target is as tall as WCAG 2.5.8 asks for. */
const BUTTON_HEIGHTS: Readonly<Record<string, string>> = { sm: CONTROL, 'compact-xs': '1.5rem' }

const components: MantineThemeOverride['components'] = {
  Input: { vars: () => ({ wrapper: { '--input-height': CONTROL } }) },
  InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] }, styles: labels },
  Button: {
    defaultProps: { size: 'sm' },
    vars: (_: unknown, { size = 'sm' }: { size?: string }) => ({
      root: size in BUTTON_HEIGHTS ? { '--button-height': BUTTON_HEIGHTS[size] } : {},
    }),
    // A long name takes two lines.
    styles: { label: { fontWeight: 550, lineHeight: 1.3 } },
  },
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  CloseButton: { defaultProps: { ...closeLabel } },
  Checkbox: { defaultProps: { size: 'xs' }, styles: choiceLabel },
  Radio: { defaultProps: { size: 'xs' }, styles: choiceLabel },
  Switch: { defaultProps: { size: 'sm' } },
  // Choosing again what is chosen keeps it; where nothing may be chosen there is a button for that.
  Select: { defaultProps: { ...choices, allowDeselect: false } },
  MultiSelect: { defaultProps: choices },
  // A dialog's header element would be a second banner of the page.
  Modal: {
    defaultProps: { closeButtonProps: closeLabel, attributes: { header: { role: 'none' } } },
    styles: { inner: { top: 'var(--emergencies, 0)' } },
  },
  ModalOverlay: { defaultProps: { backgroundOpacity: 0.35 } },
  ModalCloseButton: { defaultProps: closeLabel },
  Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
  Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 }, position: 'bottom-end' } },
  Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 120 } } },
  DateInput: {
    defaultProps: {
      ariaLabels: calendarLabels,
      weekendDays,
      clearButtonProps: clearLabel,
      attributes: calendarRole,
      valueFormat: 'DD/MM/YYYY',
      dateParser: typedDate,
    },
  },
  DateTimePicker: {
    defaultProps: {
      ariaLabels: calendarLabels,
      weekendDays,
      valueFormat: 'DD-MM-YYYY HH:mm',
      clearButtonProps: clearLabel,
      submitButtonProps: { 'aria-label': 'Done' },
      timePickerProps: { hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes' },
    },
  },
  DatePickerInput: {
    defaultProps: { ariaLabels: calendarLabels, weekendDays, clearButtonProps: clearLabel, valueFormat: 'DD/MM/YYYY' },
  },
  Notification: { defaultProps: { closeButtonProps: closeLabel } },
}

/** As Mantine counts the days of a week. */
const dayNumbers = { sunday: 0, monday: 1, saturday: 6 } as const
export type FirstDay = keyof typeof dayNumbers

const calendars = ['DateInput', 'DateTimePicker', 'DatePickerInput', 'DatePicker', 'Calendar']

/** Every calendar begins its weeks with the installation's day. */
const withFirstDay = (firstDay: FirstDay): MantineThemeOverride['components'] => ({
  ...components,
  ...Object.fromEntries(
    calendars.map((name) => [
      name,
      {
        ...components?.[name],
        defaultProps: { ...components?.[name]?.defaultProps, firstDayOfWeek: dayNumbers[firstDay] },
      },
    ]),
  ),
})

export const portalTheme = (ramp: BrandRamp, firstDay: FirstDay) =>
  createTheme({
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    primaryColor: 'brand',
    // The indices come from a list of ten shades, so they are shades.
    primaryShade: { light: ramp.light as MantineColorShade, dark: ramp.dark as MantineColorShade },
    colors: { brand: [...ramp.shades], gray, dark },
    autoContrast: false,
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontSizes: { xs: '0.6875rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
    radius: { xs: '4px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '28px' },
    headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.25rem', lineHeight: '1.3' } } },
    components: withFirstDay(firstDay),
    variantColorResolver: (input) => {
      const resolved = defaultVariantColorsResolver(input)
      const filledBrand = input.variant === 'filled' && (input.color === undefined || input.color === 'brand')
      // Mantine's autoContrast judges by the light scheme's shade and is wrong in dark.
      return filledBrand ? { ...resolved, color: 'var(--on-brand)', hover: 'var(--brand-hover)' } : resolved
    },
  })

export const cssVariables =
  (ramp: BrandRamp): CSSVariablesResolver =>
  () => ({
    variables: {},
    light: {
      '--on-brand': '#ffffff',
      // Away from the text in both themes; Mantine darkens in both.
      '--brand-hover': ramp.shades[Math.min(ramp.light + 1, 9)]!,
      '--mantine-color-body': '#ffffff',
      '--mantine-color-text': '#1b2027',
      '--mantine-color-dimmed': '#5a6370',
      '--mantine-color-placeholder': '#5a6370',
      '--mantine-color-error': '#b3261e',
      '--mantine-color-default-border': '#d3d8e0',
      '--brand-text': ramp.shades[Math.max(ramp.light, 7)]!,
      '--brand-tint': ramp.shades[1],
    },
    dark: {
      '--on-brand': '#0d1014',
      '--brand-hover': ramp.shades[Math.max(ramp.dark - 1, 0)]!,
      '--mantine-color-body': '#171b21',
      '--mantine-color-text': '#dfe3ea',
      '--mantine-color-dimmed': '#9aa3b1',
      '--mantine-color-placeholder': '#8d95a3',
      '--mantine-color-error': '#ff9a92',
      '--mantine-color-default-border': '#3a424e',
      '--brand-text': ramp.shades[3],
      // Mantine darkens what the pointer is over, and dark words on it would be lost: here it grows lighter.
      '--mantine-color-brand-filled-hover': ramp.shades[Math.max(0, ramp.dark - 1)]!,
      '--mantine-primary-color-filled-hover': ramp.shades[Math.max(0, ramp.dark - 1)]!,
      '--brand-tint': `color-mix(in srgb, ${ramp.shades[ramp.dark]!} 20%, #171b21)`,
    },
  })
