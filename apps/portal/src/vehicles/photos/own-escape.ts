/** The dialog below hears Esc at the window, and leaves it alone where it was pressed on something with this mark. */
export const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' }
