# Every function and operator.
10 LET a=RND+PI: LET a$=INKEY$: LET a$=INKEY$#2
20 LET a=SIN 1+COS 2+TAN 3+ASN 1+ACS 0+ATN 2+LN 5+EXP 1+INT 2.5+SQR 2+SGN -3+ABS -4
30 LET a=PEEK 23296+IN 254+USR 50000+USR "a"+CODE "b"+LEN "abc"+VAL "1+1"
40 LET a$=VAL$ """x"""+CHR$ 65+STR$ 7+SCREEN$ (1,2)
50 LET a=POINT (3,4)+ATTR (5,6)+FN f(1)+LEN FN g$("a",2)+FN h()
60 LET a=BIN 1010+BIN +BIN 11111111
70 LET a=-1*(2+3)/4-5^6
80 LET a=NOT 0 AND 1 OR a<b OR a>b OR a=b OR a<=b OR a>=b OR a<>b
90 LET a$=a$(1)+a$(2 TO )+a$( TO 3)+a$(4 TO 5)+a$( TO )+a$()
100 LET a=b(1)+b(2,3)+VAL "2"+(a$="x")+(a$<"y")+LEN (a$ AND 1=2)
110 DEF FN f(x)=x: DEF FN g$(x$,y)=x$(y TO ): DEF FN h()=0
