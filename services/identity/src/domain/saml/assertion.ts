import { z } from 'zod';

/** Exactly one element. */
const one = <Schema extends z.ZodType>(element: Schema) => z.tuple([element]).transform(([only]) => only);

/** An element's text, whole: canonical XML has no comments that could cut it in two. */
const text = z.object({ _: z.string() }).transform(({ _ }) => _.trim());
const moment = z.iso.datetime({ offset: true }).transform((value) => new Date(value));

const nameId = z.object({
  _: z.string().max(512),
  $: z.object({ Format: z.string().optional() }).optional(),
});

const subjectConfirmation = z.object({
  $: z.object({ Method: z.string() }),
  SubjectConfirmationData: one(
    z.object({
      $: z.object({
        Recipient: z.string().optional(),
        NotBefore: moment.optional(),
        NotOnOrAfter: moment.optional(),
        InResponseTo: z.string().optional(),
      }),
    }),
  ).optional(),
});

const attribute = z.object({
  $: z.object({ Name: z.string() }),
  AttributeValue: z
    .array(z.union([z.string(), z.object({ _: z.string().optional() }).transform(({ _ }) => _ ?? '')]))
    .optional(),
});

/** What a verified assertion must look like, as node-saml's parser gives it: elements in lists, attributes in `$`. */
export const Assertion = z
  .object({
    Assertion: z.object({
      $: z.object({ ID: z.string().min(1).max(512) }),
      Issuer: one(text),
      Subject: one(
        z.object({
          NameID: one(nameId).optional(),
          SubjectConfirmation: z.array(subjectConfirmation).min(1),
        }),
      ),
      Conditions: one(
        z.object({
          $: z.object({ NotBefore: moment.optional(), NotOnOrAfter: moment.optional() }).optional(),
          AudienceRestriction: z.array(z.object({ Audience: z.array(text).min(1) })).min(1),
        }),
      ),
      AuthnStatement: z.array(z.object({ $: z.object({ SessionNotOnOrAfter: moment.optional() }).optional() })).min(1),
      AttributeStatement: z
        .array(z.union([z.string(), z.object({ Attribute: z.array(attribute).optional() })]))
        .optional(),
    }),
  })
  .transform(({ Assertion: { $, Issuer, Subject, Conditions, AuthnStatement, AttributeStatement = [] } }) => ({
    id: $.ID,
    issuer: Issuer,
    name: Subject.NameID && { value: Subject.NameID._.trim(), format: Subject.NameID.$?.Format },
    confirmations: Subject.SubjectConfirmation.map(({ $: { Method }, SubjectConfirmationData: data }) => ({
      method: Method,
      recipient: data?.$.Recipient,
      notBefore: data?.$.NotBefore,
      notOnOrAfter: data?.$.NotOnOrAfter,
      inResponseTo: data?.$.InResponseTo,
    })),
    notBefore: Conditions.$?.NotBefore,
    notOnOrAfter: Conditions.$?.NotOnOrAfter,
    audiences: Conditions.AudienceRestriction.map(({ Audience }) => Audience),
    /** When the identity provider wants sessions to end, if it says so. */
    sessionEnds: AuthnStatement.map((statement) => statement.$?.SessionNotOnOrAfter),
    attributes: AttributeStatement.flatMap((statement) =>
      typeof statement === 'string' ? [] : (statement.Attribute ?? []),
    ).map(({ $: { Name }, AttributeValue = [] }) => ({ name: Name, values: AttributeValue })),
  }));

export type Assertion = z.output<typeof Assertion>;
