import { Moon, Sun, SunMoon } from 'lucide-react';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuItem, MenuTrigger } from '@/components/Menu';
import { chooseTheme, type ThemeChoice, useTheme } from '@/lib/theme/theme';
import { shellTexts } from '@/texts/shell';

const CHOICES: readonly ThemeChoice[] = ['light', 'dark', 'system'];
const ICONS = { light: Sun, dark: Moon, system: SunMoon } as const;

/** Light, dark, or whatever the system says. */
export function ThemeMenu() {
  const { choice } = useTheme();
  const Icon = ICONS[choice];
  return (
    <MenuTrigger>
      <IconButton label={shellTexts.theme}>
        <Icon size="1.125rem" aria-hidden="true" />
      </IconButton>
      <Menu
        placement="bottom end"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[choice]}
        onSelectionChange={(keys) => {
          const [next] = [...keys];
          if (next) chooseTheme(next as ThemeChoice);
        }}
      >
        {CHOICES.map((id) => (
          <MenuItem key={id} id={id}>
            {shellTexts.themes[id]}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  );
}
