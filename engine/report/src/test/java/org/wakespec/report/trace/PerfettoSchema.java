// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The published schema, as far as we use it. */
final class PerfettoSchema {

    private static final Pattern FIELD = Pattern.compile("  (optional|repeated) (\\w+) (\\w+) = (\\d+);");

    private PerfettoSchema() {}

    /** Message {@code Trace}. */
    static Descriptor trace() {
        FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder()
                .setName("perfetto-subset.proto")
                .setPackage("perfetto.protos")
                .setSyntax("proto2");
        DescriptorProto.Builder message = null;
        for (String line : text().lines().toList()) {
            Matcher field = FIELD.matcher(line);
            if (line.startsWith("message ")) {
                message = DescriptorProto.newBuilder().setName(line.split(" ")[1]);
            } else if (line.equals("}")) {
                file.addMessageType(message);
            } else if (field.matches()) {
                message.addField(field(field));
            } else if (!line.isEmpty() && !line.startsWith("//")) {
                throw new AssertionError("not understood: " + line);
            }
        }
        try {
            return FileDescriptor.buildFrom(file.build(), new FileDescriptor[0]).findMessageTypeByName("Trace");
        } catch (DescriptorValidationException e) {
            throw new AssertionError(e);
        }
    }

    private static FieldDescriptorProto.Builder field(Matcher match) {
        FieldDescriptorProto.Builder field = FieldDescriptorProto.newBuilder()
                .setLabel(match.group(1).equals("repeated") ? Label.LABEL_REPEATED : Label.LABEL_OPTIONAL)
                .setName(match.group(3))
                .setNumber(Integer.parseInt(match.group(4)));
        String type = match.group(2);
        return Character.isUpperCase(type.charAt(0))
                ? field.setType(Type.TYPE_MESSAGE).setTypeName(".perfetto.protos." + type)
                : field.setType(Type.valueOf("TYPE_" + type.toUpperCase(Locale.ROOT)));
    }

    private static String text() {
        try (InputStream in = PerfettoSchema.class.getResourceAsStream("perfetto-subset.proto")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
