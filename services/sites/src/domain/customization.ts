import type { SiteCustomizationSettings } from '@quire/contract';

const both = (color: string) => ({ light: color, dark: color });

/** How a site looks until somebody says otherwise. */
export const defaultCustomization: SiteCustomizationSettings = {
  styling: {
    theme: 'clean',
    primaryColor: { light: '#1f5fbf', dark: '#8ab4f8' },
    infoColor: both('#787878'),
    successColor: both('#008a5e'),
    warningColor: both('#b35900'),
    dangerColor: both('#c5221f'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: false },
  ai: { mode: 'none' },
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  pageActions: { externalAI: false, markdown: true, mcp: false },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: false },
};
