import { Ellipsis } from 'lucide-react';
import { Link } from 'react-router';
import { actionItems } from '@/components/ActionItems';
import { IconButton } from '@/components/IconButton';
import { Menu, MenuTrigger } from '@/components/Menu';
import { actionOf, runAction } from '@/lib/actions/actions';
import { useActions } from '@/lib/actions/useActions';
import { overlayClosed } from '@/lib/focus/overlays';
import { dashboardsTexts } from '@/texts/dashboards';
import { AddCard } from './AddCard';
import { PAGE_MENU, type PageAt } from './actions/page';
import styles from './dashboards.module.css';

/** The pages to choose from, and what can be done with the present one. */
export function PageBar({ at }: { at: PageAt }) {
  const { page, pages } = at;
  useActions('screen', PAGE_MENU, at);
  const perform = (id: unknown) => {
    const action = actionOf(PAGE_MENU, String(id));
    if (action) void overlayClosed().then(() => runAction(action, at));
  };
  return (
    <>
      <nav className={styles.pages} aria-label={dashboardsTexts.pages}>
        {pages.map(({ id, name }) => (
          <Link
            key={id}
            to={`/reports/${id}`}
            className={styles.tab}
            // The first page is also shown without its id.
            aria-current={id === page.id ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <div className={styles.tools}>
        <MenuTrigger>
          <IconButton label={dashboardsTexts.pageActions(page.name)}>
            <Ellipsis size="1.125rem" aria-hidden="true" />
          </IconButton>
          <Menu placement="bottom end" onAction={perform}>
            {actionItems(PAGE_MENU, at)}
          </Menu>
        </MenuTrigger>
        <AddCard page={page} offline={at.offline} />
      </div>
    </>
  );
}
