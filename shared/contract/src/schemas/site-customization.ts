import { z } from 'zod';
import { ContentRef } from './content-ref.js';
import { Emoji } from './emoji.js';
import type { Schema } from './schema.js';
import { pattern, text, WebUrl } from './text.js';

const color = pattern(/^#(?:[0-9a-fA-F]{3}){1,2}$/, 'be a color such as #346ddb');
const themedColor = z.object({ light: color, dark: color });
const themedUrl = z.object({ light: WebUrl, dark: WebUrl });
const enabled = z.object({ enabled: z.boolean() });
const link = z.object({ title: text({ max: 64 }), to: ContentRef });

const font = z.enum([
  'ABCFavorit',
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
]);
const monospaceFont = z.enum([
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
]);

const styling = z.object({
  theme: z.enum(['clean', 'muted', 'bold', 'gradient']),
  primaryColor: themedColor,
  tint: z.object({ color: themedColor }).optional(),
  infoColor: themedColor,
  successColor: themedColor,
  warningColor: themedColor,
  dangerColor: themedColor,
  corners: z.enum(['straight', 'rounded', 'circular']),
  depth: z.enum(['subtle', 'flat']),
  links: z.enum(['default', 'accent']),
  font,
  monospaceFont,
  background: z.enum(['plain', 'match']),
  icons: z.enum(['regular', 'solid', 'duotone', 'light', 'thin']),
  sidebar: z.object({ background: z.enum(['default', 'filled']), list: z.enum(['default', 'pill', 'line']) }),
  search: z.enum(['prominent', 'subtle']),
});

const header = z.object({
  preset: z.enum(['default', 'bold', 'contrast', 'custom', 'none']),
  logo: themedUrl.optional(),
  backgroundColor: themedColor.optional(),
  linkColor: themedColor.optional(),
  links: z
    .array(
      z.object({
        title: text({ max: 64 }),
        style: z.enum(['link', 'button-primary', 'button-secondary']).optional(),
        to: ContentRef.nullable(),
        links: z.array(link).max(50),
        condition: text({ max: 1024 }).optional(),
      }),
    )
    .max(50),
});

const schema = z
  .object({
    title: text({ min: 2, max: 128 }).optional(),
    styling,
    internationalization: z.object({
      locale: z.enum(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru']),
    }),
    favicon: z.union([z.object({ icon: themedUrl }), z.object({ emoji: Emoji }), z.strictObject({})]),
    header,
    footer: z.object({
      logo: themedUrl.optional(),
      groups: z.array(z.object({ title: text({ max: 64 }), links: z.array(link).max(50) })).max(20),
      copyright: text({ max: 300 }).optional(),
    }),
    announcement: z
      .object({
        enabled: z.boolean(),
        message: text({ min: 2, max: 128 }),
        link: link.optional(),
        style: z.enum(['info', 'warning', 'danger', 'success']),
      })
      .optional(),
    themes: z.object({ default: z.enum(['light', 'dark']), toggeable: z.boolean() }),
    pdf: enabled,
    feedback: enabled,
    ai: z.object({ mode: z.enum(['none', 'search', 'assistant']) }),
    advancedCustomization: enabled,
    git: z.object({ showEditLink: z.boolean() }),
    pageActions: z.object({ externalAI: z.boolean(), markdown: z.boolean(), mcp: z.boolean() }),
    externalLinks: z.object({ target: z.enum(['self', 'blank']) }),
    pagination: enabled,
    trademark: enabled,
    privacyPolicy: z.object({ url: WebUrl.optional() }),
    socialPreview: z.object({ url: WebUrl.optional() }),
    insights: z.object({ trackingCookie: z.boolean() }),
  })
  .meta({ id: 'SiteCustomizationSettings' });

/** How a published site looks and what it offers beside its pages. */
export interface SiteCustomizationSettings extends z.infer<typeof schema> {}
export const SiteCustomizationSettings: Schema<SiteCustomizationSettings> = schema;
