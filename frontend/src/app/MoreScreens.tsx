import { ChartColumn, Landmark, ListChecks, Settings, Users } from 'lucide-react';
import { useNavigate } from 'react-router';
import { ActionSheet } from '@/components/ActionSheet';
import { shellTexts } from '@/texts/shell';

const SCREENS = [
  {
    id: '/reports',
    label: shellTexts.reports,
    icon: <ChartColumn size="1rem" aria-hidden="true" />,
  },
  { id: '/payees', label: shellTexts.payees, icon: <Users size="1rem" aria-hidden="true" /> },
  { id: '/rules', label: shellTexts.rules, icon: <ListChecks size="1rem" aria-hidden="true" /> },
  {
    id: '/bank-sync',
    label: shellTexts.bankSync,
    icon: <Landmark size="1rem" aria-hidden="true" />,
  },
  {
    id: '/settings',
    label: shellTexts.settings,
    icon: <Settings size="1rem" aria-hidden="true" />,
  },
];

/** The screens of a phone that have no tab of their own. */
export default function MoreScreens({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <ActionSheet
      title={shellTexts.more}
      actions={SCREENS}
      onClose={onClose}
      onAction={(path) => {
        onClose();
        void navigate(path);
      }}
    />
  );
}
