# girafa: name="arvore-ant"
10 REM ARVORE EM PERCURSO ANTERIOR
20 REM e() filho esquerdo, d() irmao direito de cada no; 0 = nao tem
30 REM s() nos que ainda tem irmaos por ver
40 DIM e(40): DIM d(40): DIM s(20)
50 GO SUB 300
60 LET no=raiz: LET topo=0: GO SUB 110
70 STOP
100 REM VISITA no, depois os filhos, depois os irmaos
110 PRINT "IMPRIMIR ELEMENTO PERCORRIDO ";no
120 IF e(no)=0 THEN GO TO 200
130 LET topo=topo+1: LET s(topo)=no
140 LET no=e(no): GO SUB 110
150 LET no=s(topo): LET topo=topo-1
200 IF d(no)=0 THEN RETURN
210 LET no=d(no): GO TO 110
300 REM LEITURA dos dez nos; o primeiro e' a raiz
310 FOR k=1 TO 10
320 PRINT "NO'";k;"-->";
330 INPUT no,e(no),d(no)
340 PRINT no;",";e(no);",";d(no)
350 IF k=1 THEN LET raiz=no
360 NEXT k
370 PRINT : RETURN
